import { backendPathPatterns, backendPaths } from '../backend-paths.ts';

/**
 * The site's headers in the words of the web servers it may live on. All of them say the same:
 * the headers for every path, and long caching for files whose names carry a hash.
 */

export type HeaderRules = readonly { path: string; headers: Readonly<Record<string, string>> }[];

/** Longest line that Cloudflare reads in a `_headers` file, in characters. */
export const headerLineLimit = 2000;

/**
 * A `_headers` file, for Cloudflare, Netlify and the site's own server.
 * @throws Error when a header is longer than hosts read
 */
export const headersFile = (rules: HeaderRules): string =>
  rules
    .map(({ path, headers }) => {
      const lines = Object.entries(headers).map(([name, value]) => `  ${name}: ${value}`);
      const tooLong = lines.find((line) => line.length > headerLineLimit);
      if (tooLong) {
        throw new Error(
          `The header ${tooLong.trim().split(':')[0]} is ${tooLong.length} characters long; hosts read ${headerLineLimit}`,
        );
      }
      return [path, ...lines, ''].join('\n');
    })
    .join('\n');

/** The rules in a `_headers` file: the inverse of the above. */
export const parseHeadersFile = (text: string): HeaderRules => {
  const rules: { path: string; headers: Record<string, string> }[] = [];
  for (const line of text.split(/\r?\n/)) {
    const [, name, value] = /^\s+([^:]+):\s*(.*)$/.exec(line) ?? [];
    const rule = rules.at(-1);
    if (rule && name && value !== undefined) rule.headers[name] = value;
    else if (line.startsWith('/')) rules.push({ path: line.trim(), headers: {} });
  }
  return rules;
};

/**
 * The headers that the rules give to a path; where two rules name the same header, the later one
 * counts. A `*` stands at the end of a rule's path, for whatever follows.
 */
export const headersFor = (rules: HeaderRules, path: string): Record<string, string> =>
  Object.assign(
    {},
    ...rules
      .filter((rule) =>
        rule.path.endsWith('*') ? path.startsWith(rule.path.slice(0, -1)) : path === rule.path,
      )
      .map(({ headers }) => headers),
  );

const quoted = (value: string): string => `"${value.replaceAll('"', '\\"')}"`;

/** What nginx says to a request for the backend by itself: too large, no backend, too slow a one. */
const ownAnswers = [413, 502, 504] as const;

/** An nginx server block for the built site; names, certificates and the backend are to be filled in. */
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

/** A Caddyfile for the built site; the name and the folder are to be filled in. */
export const caddyFile = ([everywhere, hashed]: HeaderRules): string => {
  const set = (headers: Readonly<Record<string, string>> = {}, indent = '    '): string =>
    Object.entries(headers)
      .map(([name, value]) => `${indent}${name} ${quoted(value)}`)
      .join('\n');
  return `# Fill in: the name of the site, its folder, and where the form backend listens.
(headers) {
  header {
${set(everywhere?.headers)}
    # Only where nothing else has been said.
    ?Cache-Control "public, max-age=0, must-revalidate"
    -Server
  }
}

example.com {
  root * /srv/site
  encode zstd gzip

  # The embedded form backend sends headers of its own.
  @backend path ${backendPathPatterns.join(' ')}
  handle @backend {
    header {
      -Server
      -Via
    }
    reverse_proxy 127.0.0.1:4321
  }

  handle {
    import headers
    @hashed {
      path /_astro/*
      file
    }
    header @hashed {
${set(hashed?.headers, '      ')}
    }
    # Caddy does not know the type everywhere.
    @manifest {
      path /site.webmanifest
      file
    }
    header @manifest Content-Type application/manifest+json
    @hidden path /404 /404.html /_headers /.assetsignore
    error @hidden 404
    try_files {path} {path}.html {path}/index.html
    file_server {
      precompressed br gzip
    }
  }

  handle_errors {
    import headers
    @missing expression {err.status_code} == 404
    handle @missing {
      rewrite * /404.html
      file_server {
        precompressed br gzip
      }
    }
  }
}
`;
};
