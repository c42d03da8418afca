#!/bin/sh
# Make dist/owl-VERSION-linux-amd64.tar.gz from the folder NATIVE: the program, the libraries and
# models that it loads, and the licence of everything in it. `make dist` calls it.
set -eu
name=owl-$VERSION-linux-amd64
out=dist/$name
rm -rf "$out" "$out.tar.gz"
mkdir -p "$out/bin" "$out/lib"

echo "dist: building" >&2
# No path of the building host may stay in the program: it finds its libraries beside itself only.
CGO_CXXFLAGS="-O2 -D_GLIBCXX_USE_CXX11_ABI=0 -I$NATIVE/include" \
CGO_LDFLAGS="-O2 -L$NATIVE/lib -Wl,-rpath,\$ORIGIN/../lib" \
	go build -trimpath -tags ownnative -ldflags "-s -w -X main.version=$VERSION" -o "$out/bin/owl" ./app

sh epics/sim/ioc/build.sh "$out/bin/owl-ioc" -s -D_GLIBCXX_USE_CXX11_ABI=0 "-I$NATIVE/include" "-L$NATIVE/lib" '-Wl,-rpath,$ORIGIN/../lib'

cp "$NATIVE"/lib/lib*.so.* "$out/lib/"
cp -r "$NATIVE/models" "$NATIVE/dbd" "$out/"
cp LICENSE "$out/"
[ ! -f README.md ] || cp README.md "$out/"

echo "dist: collecting licences" >&2
{
	echo "Owl is under the Apache License 2.0 (LICENSE). It contains the following parts."
	for dir in "$NATIVE"/licenses/*; do
		for file in "$dir"/*; do
			printf '\n======== %s: %s\n\n' "${dir##*/}" "${file##*/}"
			cat "$file"
		done
	done
	printf '\n======== Go standard library and runtime\n\n'
	cat "$(go env GOROOT)/LICENSE"
	go list -deps -f '{{with .Module}}{{if not .Main}}{{.Path}} {{.Version}} {{.Dir}}{{end}}{{end}}' ./app | sort -u |
	while read -r module version dir; do
		found=
		for file in "$dir"/LICEN[SC]E* "$dir"/COPYING* "$dir"/NOTICE*; do
			[ -f "$file" ] || continue
			found=1
			printf '\n======== %s %s: %s\n\n' "$module" "$version" "${file##*/}"
			cat "$file"
		done
		[ -n "$found" ] || { echo "dist: $module $version has no licence file" >&2; exit 1; }
	done
} > "$out/NOTICE"

# What the host must bring, read from the files themselves.
needs() { objdump -T "$out"/bin/* "$out"/lib/* | grep -o "(\?$1_[0-9.]*" | tr -d '(' | sort -uV | tail -n 1 | cut -d_ -f2; }
cat > "$out/README" <<EOF
Owl $VERSION for Linux on x86-64

Unpack anywhere and run bin/owl; keep the folders together. It needs no network and no
other program. It needs glibc $(needs GLIBC) or newer and libstdc++ with GLIBCXX_$(needs GLIBCXX) or newer, which every
desktop and server distribution of that age has.

bin/owl demo      the console on the demo facility
bin/owl doctor    what works here, and why the rest does not
NOTICE            the licence of every part
EOF
(cd "$out" && find . -type f ! -name MANIFEST | sed 's,^\./,,' | LC_ALL=C sort | xargs sha256sum > MANIFEST)

tar -C dist --sort=name --owner=0 --group=0 --numeric-owner -czf "$out.tar.gz" "$name"
rm -rf "$out"
echo "dist: $out.tar.gz, $(du -h "$out.tar.gz" | cut -f1), needs glibc $(tar -xzOf "$out.tar.gz" "$name/README" | sed -n 's/.*glibc \([0-9.]*\) .*/\1/p')" >&2
