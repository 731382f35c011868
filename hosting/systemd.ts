import { firstLine, type Place, placeholder } from './place.ts';

/** A word of a systemd unit, where `%` has a meaning and blanks part words (systemd.syntax(7)). */
const word = (text: string): string => `"${text.replace(/["\\]/g, '\\$&').replaceAll('%', '%%')}"`;

/** A systemd unit that runs `npm run serve`'s program, with no more rights than it needs. */
export const serviceFile = (place: Place): string => {
  const { projectDir, siteDir, dataDir, backend, command, name } = place;
  const user = place.user ?? 'site';
  const isAtHome = [projectDir, siteDir, dataDir, command[0]].some((path) =>
    /^\/(?:home|root)\//.test(path),
  );
  const variables = {
    HOST: backend.host,
    PORT: backend.port,
    SITE_DIR: siteDir,
    // nginx.conf and Caddyfile say in it who asks.
    TRUSTED_PROXY_HEADER: 'X-Forwarded-For',
  };
  return `${firstLine(place, 'systemd')}
#   cp ${siteDir}.hosting/site.service /etc/systemd/system/
#   systemctl daemon-reload && systemctl enable --now site
[Unit]
Description=${name ?? placeholder}: site and form backend
Wants=network-online.target
After=network-online.target
# A machine that is short of something for an hour has its site again afterwards.
StartLimitIntervalSec=0

[Service]
Type=exec
${place.user === null ? '# Make this user: useradd --system site\n' : ''}User=${user}
# The program reads .env here by itself. EnvironmentFile= would take a comment behind a value for
# part of it. What stands in this file wins over .env, so that nginx and Caddy find the program.
WorkingDirectory=${projectDir.replaceAll('%', '%%')}
${Object.entries(variables)
  .map(([variable, value]) => `Environment=${word(`${variable}=${value}`)}`)
  .join('\n')}
ExecStartPre=+/usr/bin/install -d -m 700 -o ${user} ${word(dataDir)}
ExecStart=${command.map(word).join(' ').replaceAll('$', '$$$$')}
Restart=always
RestartSec=2
# The program finishes what is under way, for 10 s at most.
KillSignal=SIGTERM
TimeoutStopSec=20

NoNewPrivileges=yes
ProtectSystem=strict
ReadWritePaths=${word(dataDir)}
ProtectHome=${isAtHome ? 'read-only' : 'yes'}
PrivateTmp=yes
PrivateDevices=yes
ProtectClock=yes
ProtectControlGroups=yes
ProtectHostname=yes
ProtectKernelLogs=yes
ProtectKernelModules=yes
ProtectKernelTunables=yes
ProtectProc=invisible
LockPersonality=yes
RestrictAddressFamilies=AF_INET AF_INET6 AF_UNIX AF_NETLINK
RestrictNamespaces=yes
RestrictRealtime=yes
RestrictSUIDSGID=yes
RemoveIPC=yes
CapabilityBoundingSet=
SystemCallArchitectures=native
SystemCallFilter=@system-service
SystemCallFilter=~@privileged
SystemCallErrorNumber=EPERM
UMask=0077
# Not MemoryDenyWriteExecute: JavaScript is compiled while it runs.

[Install]
WantedBy=multi-user.target
`;
};
