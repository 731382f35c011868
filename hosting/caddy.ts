import type { HeaderRules } from '#headers/headers-file.ts';
import { backendPathPatterns } from '#inbox/paths.ts';
import { quoted } from './quoted.ts';

/** A Caddyfile, whose comments say what to fill in. */
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
