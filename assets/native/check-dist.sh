#!/bin/sh
# Unpack the release into an empty folder and run it there with an empty environment, a fresh HOME
# and, where the host allows it, no network. `make check-dist` calls it.
set -eu
archive=$PWD/dist/owl-$VERSION-linux-amd64.tar.gz
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
tar -C "$place" -xzf "$archive"
mkdir "$place/home"
owl=$(echo "$place"/owl-*/bin/owl)

if grep -qF -e "$PWD" -e "$(go env GOROOT)" -e "$(go env GOMODCACHE)" "$owl"; then
	echo "check-dist: the program holds a path of this host" >&2
	exit 1
fi
cd "$place"
offline=
if unshare -rn true 2>/dev/null; then offline="unshare -rn"; fi
# In a network of its own only the loopback is there, once it is up.
run() {
	env -i HOME="$place/home" PATH=/usr/sbin:/usr/bin:/bin $offline \
		sh -c '[ -z "$0" ] || ip link set lo up || true; exec "$@"' "$offline" "$owl" "$@"
}
(cd owl-* && sha256sum --quiet -c MANIFEST)
run doctor --verify
run demo --smoke
echo "check-dist: the release runs in $place${offline:+ without network}" >&2
