export const USAGE = `Weir streaming graph

Usage: weir [options]
       weir backup <file> [--url <url>]      copy what a running service stores to a file
       weir restore <file> --data <directory>   make a data directory from it
       weir export <file> [--url <url>]      write the graph of a running service as lines of JSON
       weir import <file> [--url <url>]      add such lines to the graph of a running service
       weir recipe check <recipe> [-x <key=value>] [--json] [--strict]   say all that is wrong with a recipe
       weir recipe test <recipe> [-x <key=value>] [--json]   play the cases that stand beside a recipe

A file named - is standard output or input; the url is by default http://127.0.0.1:8080.

  -r, --recipe <name, file or URL>   run a recipe
  -x, --recipe-value <key=value>     give a value to a variable of the recipe; may be repeated
  -p, --port <number>                port of the web server; default 8080; 0 is any free one
      --host <address>               address to listen on; default 127.0.0.1
  -W, --disable-web-service          no web server
      --data <directory>             data directory, kept; default weir-data, with a recipe a temporary one
      --store <embedded|memory|empty>  where the graph is kept, or the store of an extension; default embedded
      --no-delete                    keep the temporary data directory of a recipe
      --force-config                 use the configured store, also with a recipe
      --shards <number>              parts of the graph; default 4, fixed for a data directory
      --workers <number>             threads that host shards; default one per core; 0 is none
      --config <file>                configuration, YAML or HOCON; each key also as an environment variable: WEIR_...
      --extension <file or URL>      load a module with functions, sources, formats, destinations, stores
      --ignore-unknown-settings      start also with settings that are not known or can have no effect
      --verbose                      show results whole, on a terminal too
  -h, --help                         this text
  -v, --version                      version of the program
`;
