// A PV Access server whose PVs count up, for measurements:
//
//   source COUNT HZ    serves c:0 to c:COUNT-1 until its standard input ends
//
// It costs less than an IOC with as many records, so that the client is what is
// measured.

#include <time.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <thread>
#include <vector>

#include <pvxs/nt.h>
#include <pvxs/server.h>
#include <pvxs/sharedpv.h>

int main(int argc, char **argv) {
  if (argc != 3) return 2;
  int count = atoi(argv[1]);
  double hz = atof(argv[2]);
  auto server = pvxs::server::Config::fromEnv().build();
  auto initial = pvxs::nt::NTScalar{pvxs::TypeCode::Float64, true, true, true}.create();
  std::vector<pvxs::server::SharedPV> pvs;
  for (int i = 0; i < count; i++) {
    pvs.push_back(pvxs::server::SharedPV::buildReadonly());
    pvs.back().open(initial);
    server.addPV("c:" + std::to_string(i), pvs.back());
  }
  server.start();
  puts("ready");
  fflush(stdout);

  std::atomic<bool> done{false};
  std::thread end([&] {
    char c;
    while (read(0, &c, 1) > 0) {
    }
    done = true;
  });
  auto next = std::chrono::steady_clock::now();
  for (double round = 1; !done; round++) {
    for (auto &pv : pvs) {
      timespec now;
      clock_gettime(CLOCK_REALTIME, &now);
      auto value = initial.cloneEmpty();
      value["value"] = round;
      value["timeStamp.secondsPastEpoch"] = int64_t(now.tv_sec);
      value["timeStamp.nanoseconds"] = int32_t(now.tv_nsec);
      pv.post(value);
    }
    next += std::chrono::microseconds(int64_t(1e6 / hz));
    std::this_thread::sleep_until(next);
  }
  end.join();
  server.stop();
}
