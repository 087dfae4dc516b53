#!/bin/sh
# Installs the Debian packages that building (run), testing (test) or the whole
# of the checks (ci) need, and only those that lack: when nothing does, this
# is one call of dpkg-query.  Used by `make run`, `make test` and .ci/run.
#
#	sh deploy/setup-debian.sh [run|test|ci]

run="gcc libc6-dev make pkg-config python3 python3-yaml
	libmicrohttpd-dev libcurl4-openssl-dev libcjson-dev libsqlite3-dev libsodium-dev libinih-dev
	libglib2.0-dev librsvg2-dev tzdata"
test="$run binutils check curl jq libnss-wrapper ngircd openssl python3-jsonschema fonts-dejavu-core"
# Any node that is there will do.
command -v node >/dev/null || test="$test nodejs"
ci="$test clang libclang-rt-14-dev shellcheck mandoc chromium"
command -v npm >/dev/null || ci="$ci npm"

case ${1:-test} in
run) wanted=$run ;;
test) wanted=$test ;;
ci) wanted=$ci ;;
*)
	echo "usage: setup-debian.sh [run|test|ci]" >&2
	exit 2
	;;
esac

if ! command -v dpkg-query >/dev/null || ! command -v apt-get >/dev/null; then
	# Not Debian: whoever builds here knows where these come from.
	if ! command -v pkg-config >/dev/null ||
		! pkg-config --exists libmicrohttpd libcurl libcjson sqlite3 libsodium glib-2.0; then
		echo "meepled needs, by their Debian names:" $wanted >&2
		exit 1
	fi
	exit 0
fi

# One query for all; a package that was never heard of is no line at all.
installed=$(dpkg-query -W -f='${db:Status-Status} ${binary:Package}\n' $wanted 2>/dev/null |
	sed -n 's/^installed \([^:]*\).*/\1/p')
lacking=
for package in $wanted; do
	case "
$installed
" in
	*"
$package
"*) ;;
	*) lacking="$lacking $package" ;;
	esac
done
[ -z "$lacking" ] && exit 0

if [ "$(id -u)" = 0 ]; then
	as_root=
elif command -v sudo >/dev/null; then
	as_root=sudo
else
	echo "These Debian packages lack, and only root may install them:" >&2
	echo "	apt-get install$lacking" >&2
	exit 1
fi

echo "Installing with ${as_root:+sudo }apt-get:$lacking" >&2
# The index may be missing or old: look again before giving up.
DEBIAN_FRONTEND=noninteractive
export DEBIAN_FRONTEND
install() {
	$as_root apt-get install -q -y --no-install-recommends $lacking </dev/null >&2
}
if ! install 2>/dev/null; then
	$as_root apt-get update -q >&2 && install
fi || {
	echo "Installing failed.  By hand: apt-get update && apt-get install$lacking" >&2
	exit 1
}
