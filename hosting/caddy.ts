import type { HeaderRules } from '#headers/headers-file.ts';
import { backendPaths } from '#inbox/paths.ts';
import { firstLine, type Place, placeholder } from './place.ts';
import { quoted } from './quoted.ts';

/** A Caddyfile: the site, and what leads to it from the other name. */
export const caddyFile = ([everywhere, hashed]: HeaderRules, place: Place): string => {
  const name = place.name ?? placeholder;
  const set = (headers: Readonly<Record<string, string>> = {}, indent = '    '): string =>
    Object.entries(headers)
      .map(([header, value]) => `${indent}${header} ${quoted(value)}`)
      .join('\n');
  const otherName = place.otherName
    ? `
${place.otherName} {
  import headers
  redir https://${name}{uri} 308
}
`
    : '';
  return `${firstLine(place, 'Caddy')}
# The policy below changes with the pages. So let /etc/caddy/Caddyfile be these lines, and reload Caddy after
# each build. The first ones keep what was typed, which can stand in an address, out of Caddy's own log.
#   {
#     log {
#       exclude http.log.error http.handlers.reverse_proxy
#     }
#   }
#   import ${place.siteDir}.hosting/Caddyfile
# It gets certificates by itself, and leads http to https.
(headers) {
  header {
${set(everywhere?.headers)}
    # Only where nothing else has been said.
    ?Cache-Control "public, max-age=0, must-revalidate"
    -Server
  }
}

${name} {
  # Where this machine built the site.
  root * ${quoted(place.siteDir)}
  encode zstd gzip

  # The embedded form backend sends headers of its own.
  @backend path ${backendPaths.join(' ')}
  handle @backend {
    header {
      -Server
      -Via
    }
    # Caddy passes a body on as it comes, so the backend's own limit is enough, and says more.
    reverse_proxy ${place.backend.host}:${place.backend.port}
  }

  @hidden path /404 /_headers /.assetsignore *.br *.gz
  handle @hidden {
    error 404
  }

  # Each page has one address.
  @index path /index.html
  handle @index {
    import headers
    route {
      uri strip_suffix index.html
      redir {uri} 308
    }
  }
  @other path_regexp (\\.html|./)$
  handle @other {
    import headers
    route {
      uri strip_suffix /
      uri strip_suffix .html
      uri strip_suffix /index
      @page file {path}/index.html
      redir @page {uri} 308
      error 404
    }
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
    try_files {path} {path}/index.html
    file_server {
      precompressed br gzip
    }
  }

  handle_errors {
    import headers
    # Where there is no such page either, Caddy would log the whole address.
    @missing {
      expression {err.status_code} == 404
      file /404.html
    }
    handle @missing {
      rewrite * /404.html
      file_server {
        precompressed br gzip
      }
    }
  }
}
${otherName}`;
};
