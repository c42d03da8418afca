"""Reads the endpoint with one of the clients epicsarchiver and aapy; prints what it got as JSON.

The two cannot live in one process: both register EPICSEvent.proto.
"""

import json
import logging
import sys
from datetime import datetime, timezone

logging.disable(logging.CRITICAL)  # stdout and stderr are for the test

which, port = sys.argv[1], int(sys.argv[2])
start, end = (datetime.fromisoformat(t).astimezone(timezone.utc) for t in sys.argv[3:5])
pvs = sys.argv[5:]
out = {}


def plain(v):
    return v.tolist() if hasattr(v, "tolist") else v


def epicsarchiver():
    from epicsarchiver.retrieval.client.archiver_retrieval import ArchiverRetrieval
    from epicsarchiver.retrieval.client.processor import Processor, ProcessorName

    client = ArchiverRetrieval("127.0.0.1", port)
    for pv in pvs:
        meta, events = client.get_events(pv, start, end)
        out["raw " + pv] = [[e.timestamp_ns, plain(e.val), e.severity, e.status] for e in events]
        out["unit " + pv] = [h.value for h in list(meta.values())[0].headers if h.name == "EGU"]
    meta, events = client.get_events(pvs[0], start, end, Processor(ProcessorName.MEAN, 60))
    out["mean"] = [[e.timestamp_ns, e.val, e.severity, e.status] for e in events]
    out["search"] = client.search("SR0[1-3]:VAC:CCG1:P")
    out["search recent"] = client.search("SR0[1-3]:VAC:CCG1:P", start=start, end=end)


def aapy():
    from aa.js import JsonFetcher
    from aa.pb import PbFetcher
    from aa.rest import AaRestClient

    for name, fetcher in (("aapy json ", JsonFetcher), ("aapy raw ", PbFetcher)):
        for pv in pvs:
            data = fetcher("127.0.0.1", port).get_values(pv, start, end)
            rows = zip(data.timestamps, data.values, data.severities)
            out[name + pv] = [[round(t * 1e9), plain(v), int(s), 0] for t, v, s in rows]
            out[name + "labels " + pv] = list(data.enum_options.values())
    rest = AaRestClient("127.0.0.1", port)
    out["all"] = rest.get_all_pvs(pv="SR0?:VAC:CCG1:P", limit=5)
    states = rest.get_pv_status("SR:DI:DCCT1:I") + rest.get_pv_statuses(["G1:HV", "NO:SUCH"])
    out["status"] = [s["status"] for s in states]
    out["type"] = rest.get_pv_type_info("SR:DI:DCCT1:I")["DBRType"]


{"epicsarchiver": epicsarchiver, "aapy": aapy}[which]()
print(json.dumps(out))
