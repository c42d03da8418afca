#!/bin/sh
# Build owl-ioc: build.sh OUTPUT FLAG... with the flags that find EPICS base and pvxs.
set -eu
output=$1
shift
${CXX:-g++} -std=c++14 -O2 -Wall -Wextra -DUSE_TYPED_RSET -rdynamic "$(dirname "$0")"/*.cpp -o "$output" "$@" \
	-lpvxsIoc -lpvxs -ldbRecStd -ldbCore -lca -lCom -ldl
