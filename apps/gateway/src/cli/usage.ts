export const USAGE = `Weir streaming graph

Usage: weir [options]
       weir backup <file> [--url <url>]      save a backup of a running server to a file
       weir restore <file> --data <directory>   create a data directory from a backup
       weir export <file> [--url <url>]      export the graph of a running server as JSON lines
       weir import <file> [--url <url>]      import JSON lines into the graph of a running server
       weir recipe check <recipe> [-x <key=value>] [--json] [--strict]   report all errors of a recipe
       weir recipe test <recipe> [-x <key=value>] [--json]   run the test cases next to a recipe

A file named - means standard output or standard input. The default URL is http://127.0.0.1:8080.

  -r, --recipe <name, file or URL>   run a recipe
  -x, --recipe-value <key=value>     set a variable of the recipe; repeatable
  -p, --port <number>                port of the web server; default 8080; 0 means any free port
      --host <address>               address to listen on; default 127.0.0.1
  -W, --disable-web-service          do not start the web server
      --data <directory>             data directory; default weir-data, or a temporary one with a recipe
      --store <embedded|memory|empty>  where the graph is stored, or a store of an extension; default embedded
      --no-delete                    keep the temporary data directory of a recipe
      --force-config                 use the configured store, also with a recipe
      --shards <number>              number of shards; default 4; fixed for an existing data directory
      --workers <number>             number of worker threads; default one per core; 0 for none
      --config <file>                configuration file, YAML or HOCON; each key is also a variable: WEIR_...
      --extension <file or URL>      load functions, sources, formats, destinations or stores; repeatable
      --ignore-unknown-settings      start despite settings that are unknown or have no effect
      --verbose                      print whole results, also on a terminal
  -h, --help                         print this help
  -v, --version                      print the version
`;
