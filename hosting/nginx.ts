import type { HeaderRules } from '#headers/headers-file.ts';
import { backendPaths } from '#inbox/paths.ts';
import { bodyLimit } from '#inbox/request.ts';
import { firstLine, type Place, placeholder } from './place.ts';
import { quoted } from './quoted.ts';

/** Request too large, no backend, backend too slow: nginx answers these itself. */
const ownAnswers = [413, 502, 504] as const;

/** Media types that compression makes smaller, as nginx, Debian and this site name them. */
const compressed = [
  'application/javascript',
  'application/json',
  'application/manifest+json',
  'application/xml',
  'image/svg+xml',
  'image/x-icon',
  'text/css',
  'text/javascript',
  'text/plain',
  'text/xml',
];

const listen = (port: string): string => `  listen ${port};\n  listen [::]:${port};`;

/** Server blocks: the site, and what leads to it from http and from the other name. */
export const nginxFile = ([everywhere, hashed]: HeaderRules, place: Place): string => {
  const name = place.name ?? placeholder;
  const names = [name, ...(place.otherName ? [place.otherName] : [])];
  const add = (headers: Readonly<Record<string, string>> = {}, indent = '  '): string =>
    Object.entries(headers)
      .map(([header, value]) => `${indent}add_header ${header} ${quoted(value)} always;`)
      .join('\n');
  // Before nginx 1.25.1 there is no other way to say http2.
  const encrypted = `${listen('443 ssl http2')}
  access_log off;
  error_log /var/log/nginx/error.log crit;
  ssl_certificate /etc/letsencrypt/live/${name}/fullchain.pem;
  ssl_certificate_key /etc/letsencrypt/live/${name}/privkey.pem;
  ssl_protocols TLSv1.2 TLSv1.3;
  server_tokens off;`;
  const strictTransport = 'Strict-Transport-Security';
  const otherName = place.otherName
    ? `
server {
  server_name ${place.otherName};
${encrypted}
${add({ [strictTransport]: everywhere?.headers[strictTransport] ?? '' })}
  return 308 https://${name}$request_uri;
}
`
    : '';
  return `${firstLine(place, 'nginx')}
# Link it, because the policy below changes with the pages, and reload nginx after each build:
#   ln -s ${place.siteDir}.hosting/nginx.conf /etc/nginx/sites-enabled/site.conf
# It needs certificates, which certbot makes first (eff-certbot.readthedocs.io, "Webroot"):
#   certbot certonly --webroot -w /var/www/html --deploy-hook "systemctl reload nginx" ${names.map((each) => `-d ${each}`).join(' ')}
# Requests are in no log: the privacy policy keeps a visitor's address for a minute, and what was typed
# can stand in the address of the booking page, with which nginx logs errors that are less than critical, such
# as a missing file. \`npm run stats\` counts visits.
server {
  server_name ${name};
${encrypted}
  absolute_redirect off;
  charset utf-8;

  # Where this machine built the site.
  root ${quoted(place.siteDir)};
  gzip_static on;
  # brotli_static on;  # with the module ngx_brotli
  # What has no compressed copy: the form backend's answers.
  gzip on;
  gzip_proxied any;
  gzip_vary on;
  gzip_types ${compressed.join(' ')};
  error_page 404 /404.html;

${add(everywhere?.headers)}
  add_header Cache-Control "public, max-age=0, must-revalidate" always;

  location / {
    try_files $uri $uri/index.html =404;
  }

  # nginx forgets the outer headers as soon as a location adds one of its own.
  location /_astro/ {
${add({ ...everywhere?.headers, ...hashed?.headers }, '    ')}
  }

  # nginx does not know these types.
  location = /site.webmanifest {
    types { }
    default_type application/manifest+json;
  }

  location ~ \\.csv$ {
    types { }
    default_type text/csv;
  }

  location = /404.html {
    internal;
  }

  location ~ ^/404/*$|^/_headers$|^/\\.assetsignore$|\\.(br|gz)$ {
    return 404;
  }

  # The embedded form backend sends headers of its own. One here, though it has no value and is
  # not sent, makes nginx forget the outer ones.
  location ~ ^(${backendPaths.join('|')})$ {
    add_header X-None "";
    # Twice what the backend takes, whose own answer says more than nginx's.
    client_max_body_size ${(2 * bodyLimit) / 1024}k;
    # With 1.0, which nginx speaks by itself, the backend closes as soon as it has answered: what
    # it refuses before it has read all of it would be a 502 now and then.
    proxy_http_version 1.1;
    proxy_set_header Connection "";
    proxy_pass http://${place.backend.host}:${place.backend.port};
    proxy_set_header Host $host;
    proxy_set_header X-Forwarded-For $remote_addr;
    proxy_set_header X-Forwarded-Proto $scheme;
${ownAnswers.map((status) => `    error_page ${status} @${status};`).join('\n')}
  }

  # What nginx answers in the backend's place has the outer ones.
${ownAnswers.map((status) => `  location @${status} { return ${status}; }`).join('\n')}

  # Each page has one address.
  location = /index.html {
    return 308 /$is_args$args;
  }
  location ~ ^(?<page>/.+?)(/index)?(\\.html|/+)$ {
    if (-f $document_root$page/index.html) {
      return 308 $page$is_args$args;
    }
    return 404;
  }
}
${otherName}
server {
  server_name ${names.join(' ')};
${listen('80')}
  access_log off;
  server_tokens off;
  # Where certbot leaves the answer when a certificate is renewed.
  location /.well-known/acme-challenge/ {
    root /var/www/html;
  }
  location / {
    return 308 https://${name}$request_uri;
  }
}
`;
};
