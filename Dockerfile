# syntax=docker/dockerfile:1.20
# The gateway with its recipes. Build: docker build -t weir .   Run: docker run -p 8080:8080 -v weir-data:/data weir
# For several platforms: docker buildx build --platform linux/amd64,linux/arm64 -t weir .

FROM node:24.9-slim AS build
WORKDIR /weir
# The packages are installed again only if a manifest changes, not with each change of a source file.
COPY package.json package-lock.json ./
COPY --parents packages/*/package.json apps/*/package.json ./
RUN npm ci --ignore-scripts --no-audit --no-fund
COPY . .
RUN npx tsc -b packages/api \
  && node scripts/build/client-types.mjs \
  && npx tsc -b apps/gateway \
  && node scripts/build/bundle.mjs \
  && node scripts/build/explorer.mjs \
  && npm prune --omit=dev --ignore-scripts --no-audit --no-fund

FROM node:24.9-slim
LABEL org.opencontainers.image.title="Weir" \
  org.opencontainers.image.description="A streaming graph: records flow in, standing queries report every match." \
  org.opencontainers.image.licenses="Apache-2.0" \
  org.opencontainers.image.version="0.2.0"
ENV NODE_ENV=production
WORKDIR /weir
COPY --from=build /weir/package.json /weir/LICENSE ./
COPY --from=build /weir/node_modules node_modules
COPY --from=build /weir/packages packages
COPY --from=build /weir/apps apps
COPY --from=build /weir/recipes recipes
RUN mkdir /data && chown node:node /data \
  && mkdir -p /usr/local/bin && ln -s /weir/apps/gateway/bin/weir.mjs /usr/local/bin/weir
USER node
# File ingests read, and file outputs write, below the working directory.
WORKDIR /data
VOLUME /data
EXPOSE 8080
HEALTHCHECK --interval=30s --timeout=5s --start-period=60s CMD ["node", "-e", "fetch('http://127.0.0.1:8080/api/v2/system/liveness').then(answer => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
# Inside the container all addresses are the container's own; what is published is up to `docker run -p`.
# Arguments that begin with a command replace the options before `--`.
ENTRYPOINT ["node", "/weir/apps/gateway/bin/container.mjs", "--host", "0.0.0.0", "--data", "/data/graph", "--"]
