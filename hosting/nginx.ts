import type { HeaderRules } from '#headers/headers-file.ts';
import { backendPaths } from '#inbox/paths.ts';
import { quoted } from './quoted.ts';

/** Request too large, no backend, backend too slow: nginx answers these itself. */
const ownAnswers = [413, 502, 504] as const;

/** A server block, whose comments say what to fill in. */
export const nginxFile = ([everywhere, hashed]: HeaderRules): string => {
  const add = (headers: Readonly<Record<string, string>> = {}, indent = '  '): string =>
    Object.entries(headers)
      .map(([name, value]) => `${indent}add_header ${name} ${quoted(value)} always;`)
      .join('\n');
  return `# Fill in: server_name, certificates, root, and where the form backend listens.
server {
  listen 443 ssl http2;  # before 1.25.1 there is no other way to say it
  server_name example.com;
  ssl_certificate /etc/ssl/example.com.pem;
  ssl_certificate_key /etc/ssl/example.com.key;
  server_tokens off;
  charset utf-8;

  root /srv/site;
  gzip_static on;
  # brotli_static on;  # with the module ngx_brotli
  error_page 404 /404.html;

${add(everywhere?.headers)}
  add_header Cache-Control "public, max-age=0, must-revalidate" always;

  location / {
    try_files $uri $uri.html $uri/index.html =404;
  }

  # nginx forgets the outer headers as soon as a location adds one of its own.
  location /_astro/ {
${add({ ...everywhere?.headers, ...hashed?.headers }, '    ')}
  }

  # nginx does not know the type.
  location = /site.webmanifest {
    types { }
    default_type application/manifest+json;
  }

  location = /404.html {
    internal;
  }

  location ~ ^/(404|_headers|\\.assetsignore)$ {
    return 404;
  }

  # The embedded form backend sends headers of its own. One here, though it has no value and is
  # not sent, makes nginx forget the outer ones.
  location ~ ^(${backendPaths.join('|')})(/|$) {
    add_header X-None "";
    proxy_pass http://127.0.0.1:4321;
    proxy_set_header Host $host;
    proxy_set_header X-Forwarded-For $remote_addr;
    proxy_set_header X-Forwarded-Proto $scheme;
${ownAnswers.map((status) => `    error_page ${status} @${status};`).join('\n')}
  }

  # What nginx answers in the backend's place has the outer ones.
${ownAnswers.map((status) => `  location @${status} { return ${status}; }`).join('\n')}
}
`;
};
