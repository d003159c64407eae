# Sourced by instalar and atualizar.
# shellcheck shell=bash
# Some variables are used only by the scripts that source this file.
# shellcheck disable=SC2034

site_user=mardeminas
# Runs the packages' install scripts and the build: it must not be able to read the site's data.
build_user=mardeminas-construcao
program_root=/opt/mar-de-minas
current_link=$program_root/atual
data_dir=/var/lib/mar-de-minas
backup_dir=/var/backups/mar-de-minas
npm_cache=/var/cache/mar-de-minas
env_file=/etc/mar-de-minas.env
units=/etc/systemd/system
caddyfile=/etc/caddy/Caddyfile
caddy_drop_in=$units/caddy.service.d/mar-de-minas.conf

source_dir=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)

say() { printf '%s\n' "$*"; }
complain() { printf '%s\n' "$*" >&2; }

fail() {
  complain "$*"
  exit 1
}

# Exits with 2, for usage errors.
misuse() {
  complain "$*"
  complain "Veja as opções com: $0 --ajuda"
  exit 2
}

require_root() {
  [ "$(id -u)" = 0 ] || fail "Rode como root: sudo $0"
  [ -d /run/systemd/system ] || fail "Este servidor não usa systemd; siga os passos manuais de docs/operacao/instalar.md."
}

take_lock() {
  exec 9>/run/lock/mar-de-minas.lock
  flock --nonblock 9 || fail "Outra instalação ou atualização já está em andamento."
}

# Reads a value from the site's environment file, quoted or not; empty if it isn't set.
env_value() {
  [ -f "$env_file" ] || return 0
  sed -n "s/^$1=//p" "$env_file" | tail -n 1 | sed -E "s/^([\"'])(.*)\\1 *$/\\2/"
}

site_port() {
  local port
  port=$(env_value PORT)
  printf '%s' "${port:-3000}"
}

site_domain() { env_value SITE_URL | sed 's|^https\?://||; s|[:/].*$||'; }

as_build_user() {
  runuser -u "$build_user" -- env HOME="$npm_cache" npm_config_cache="$npm_cache/npm" "$@"
}

# Packs this checkout without installed, built, data or secret files.
pack_source() {
  tar --create --directory "$source_dir" --sort=name --mtime=@0 --owner=0 --group=0 --numeric-owner \
    --mode=u=rwX,go=rX --exclude=./.pronto \
    --exclude=./.git --exclude=./.react-router --exclude=./.preparando --exclude=./node_modules \
    --exclude=./build --exclude=./data --exclude=./coverage --exclude='*.log' --exclude='*.env' .
}

# Derives the version name from the files, so that equal files, also those of an installed version, have
# equal names.
version_name() {
  local number hash
  number=$(sed -n 's/^  "version": "\(.*\)",$/\1/p' "$source_dir/package.json")
  hash=$(pack_source | sha256sum | cut -c 1-12)
  printf '%s-%s' "$number" "$hash"
}

# Builds this checkout in the given folder, unless it is already built.
build_version() {
  local folder=$1
  [ -e "$folder/.pronto" ] && return 0
  say "Construindo a versão ${folder##*/} (alguns minutos)..."
  rm -rf "$folder"
  id "$build_user" >/dev/null 2>&1 ||
    useradd --system --user-group --home-dir "$npm_cache" --no-create-home --shell /usr/sbin/nologin "$build_user"
  install -d -m 0755 "$program_root"
  install -d -o "$build_user" -g "$build_user" -m 0755 "$folder"
  install -d -o "$build_user" -g "$build_user" -m 0700 "$npm_cache"
  # If npm can't write to its cache, it silently skips optional packages.
  chown -R "$build_user:$build_user" "$npm_cache"
  pack_source | tar --extract --directory "$folder" --no-same-owner --no-same-permissions
  # Reuse downloaded packages across updates.
  if cmp -s "$folder/package-lock.json" "$current_link/package-lock.json"; then
    cp -a --reflink=auto "$current_link/node_modules" "$folder/"
  fi
  chown -R "$build_user:$build_user" "$folder"
  # In a subshell, because the build's user may not be able to enter the caller's folder.
  if ! (cd "$folder" && as_build_user npm run build); then
    rm -rf "$folder"
    return 1
  fi
  # The running site must not be able to change its own program.
  chown -R root:root "$folder"
  chmod -R u=rwX,go=rX "$folder"
  touch "$folder/.pronto"
}

# Switches the link to a version atomically; the running process keeps its own folder.
link_version() {
  ln -sfn "$1" "$current_link.novo"
  mv -T "$current_link.novo" "$current_link"
}

# Replaces a file atomically if it differs.
replace_file() {
  cmp -s "$1" "$2" || { install -D -m 0644 "$1" "$2.novo" && mv "$2.novo" "$2"; }
}

install_units() {
  local unit
  for unit in mar-de-minas.service mar-de-minas-backup{,-falhou}.service mar-de-minas-backup.timer; do
    if [ -f "$1/deploy/$unit" ]; then
      replace_file "$1/deploy/$unit" "$units/$unit" || return 1
    fi
  done
  systemctl daemon-reload
}

# Succeeds if the Caddyfile is Debian's default or one of this project's.
caddyfile_is_ours() {
  [ ! -f "$caddyfile" ] && return 0
  grep -q 'SITE_UPSTREAMS' "$caddyfile" && return 0
  local packaged
  packaged=$(dpkg-query --show --showformat='${Conffiles}\n' caddy 2>/dev/null |
    awk -v file="$caddyfile" '$1 == file { print $2 }')
  [ -n "$packaged" ] && [ "$packaged" = "$(md5sum "$caddyfile" | cut -d ' ' -f 1)" ]
}

# Installs a version's Caddyfile for the installed domain. An invalid one changes nothing.
install_caddy() {
  [ -f "$caddy_drop_in" ] || return 0
  local draft
  draft=$(mktemp)
  if ! env "SITE_DOMAIN=$(site_domain)" SITES=um "SITE_UPSTREAMS=127.0.0.1:$(site_port)" \
    ACCESS_LOG=/dev/null caddy validate --config "$1/deploy/Caddyfile" --adapter caddyfile >"$draft" 2>&1; then
    cat "$draft" >&2
    rm "$draft"
    return 1
  fi
  rm "$draft"
  replace_file "$1/deploy/Caddyfile" "$caddyfile" || return 1
  systemctl daemon-reload
  systemctl enable --quiet caddy
  # A reload also reads the drop-in's variables, and keeps existing connections.
  systemctl reload-or-restart caddy && return 0
  show_journal caddy
  return 1
}

answers() {
  curl --silent --show-error --fail --max-time 5 --output /dev/null "$1" 2>/dev/null
}

# If a crashed site is waiting to be restarted, systemd keeps counting, and wait_for_site would blame
# the new version for the old one's crashes.
restart_site() {
  systemctl reset-failed mar-de-minas 2>/dev/null || true
  systemctl restart mar-de-minas
}

restarts() { systemctl show --property NRestarts --value mar-de-minas; }

# Waits until the restarted site responds, stays up and serves its home page; gives up after the given
# seconds or five crashes.
wait_for_site() {
  local port before deadline
  port=$(site_port)
  deadline=$((SECONDS + $1))
  until answers "http://127.0.0.1:$port/healthz"; do
    [ "$SECONDS" -lt "$deadline" ] && [ "$(restarts)" -lt 5 ] || return 1
    sleep 1
  done
  # A site in a crash loop may respond in between.
  before=$(restarts)
  sleep 5
  [ "$before" = "$(restarts)" ] &&
    answers "http://127.0.0.1:$port/healthz" && answers "http://127.0.0.1:$port/"
}

show_journal() {
  complain "As últimas linhas do registro de $1:"
  journalctl --unit "$1" --lines 20 --no-pager --output cat >&2 || true
}
