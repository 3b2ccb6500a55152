#!/bin/sh
# Installs the Debian packages named, where that is allowed (Debian as root); elsewhere it says
# nothing, and the tests that need what is missing skip with a line naming it.
set -eu
missing=""
for package in "$@"; do
  case "$package" in
    chromium-headless-shell) command -v chromium-headless-shell >/dev/null 2>&1 || missing="$missing $package" ;;
    chromium) command -v chromium >/dev/null 2>&1 || command -v chromium-browser >/dev/null 2>&1 || missing="$missing chromium fonts-noto-color-emoji fonts-noto-cjk" ;;
    redis-server) command -v redis-server >/dev/null 2>&1 || missing="$missing redis-server" ;;
    postgresql) ls /usr/lib/postgresql/*/bin/initdb >/dev/null 2>&1 || command -v initdb >/dev/null 2>&1 || missing="$missing postgresql" ;;
    nodejs) command -v node >/dev/null 2>&1 || missing="$missing nodejs" ;;
    npm) command -v npm >/dev/null 2>&1 || missing="$missing npm" ;;
    nginx) command -v nginx >/dev/null 2>&1 || missing="$missing nginx-light" ;;
    *) missing="$missing $package" ;;
  esac
done
[ -n "$missing" ] || exit 0
command -v apt-get >/dev/null 2>&1 && [ "$(id -u)" = 0 ] || exit 0
echo "Installing:$missing"
# A package must not start its own server here: the tests start private ones.
policy=/usr/sbin/policy-rc.d
made=""
[ -e "$policy" ] || { printf '#!/bin/sh\nexit 101\n' >"$policy" && chmod +x "$policy" && made=1; }
log=$(mktemp)
{ apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $missing; } >"$log" 2>&1 || {
  tail -n 5 "$log"
  echo "Could not install:$missing"
}
rm -f "$log"
[ -z "$made" ] || rm -f "$policy"
