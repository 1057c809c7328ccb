# The image of a real site: compiled code and the packages that it needs at run time, without the sandbox.
# Node is the newest long-term support version in package.json's engines.
# `npm run test:long` carries out every step without Docker.

FROM node:24-slim AS build
WORKDIR /site
COPY package.json package-lock.json .npmrc ./
RUN npm ci --no-audit --no-fund
COPY tsconfig.json remix.config.js vite.config.ts ./
COPY scripts/build.js scripts/build-facts.js scripts/prepare.js scripts/script-groups.ts scripts/
COPY scripts/browser-types.ts scripts/expected-warnings.ts scripts/
COPY supabase supabase
COPY public public
COPY mocks mocks
COPY app app
# PostgreSQL makes its files readable for their owner only, and the sandbox runs as another user.
RUN npm run build && chmod -R a+rX build

# The sandbox, for testers (docs/testing.md): docker build --target sandbox. It needs development packages; a real site's image has none.
FROM node:24-slim AS sandbox
ENV NODE_ENV=production SANDBOX=1 HOST=0.0.0.0 PORT=3000
WORKDIR /site
COPY package.json ./
COPY --from=build /site/node_modules node_modules
COPY --from=build /site/supabase supabase
COPY --from=build /site/build build
RUN mkdir -m 1777 .data
USER node
EXPOSE 3000 3001
CMD ["node", "build/server/sandbox.js"]

FROM node:24-slim AS packages
WORKDIR /site
COPY package.json package-lock.json .npmrc ./
# sharp's library for this machine is an optional package, so optional packages are installed. TypeScript comes along, because
# npm counts it as one too; nothing here runs it.
RUN npm ci --omit=dev --no-audit --no-fund && rm -r node_modules/typescript node_modules/@typescript node_modules/.bin/tsc

FROM node:24-slim
ENV NODE_ENV=production SANDBOX=0 HOST=0.0.0.0 PORT=3000
WORKDIR /site
COPY package.json ./
COPY --from=packages /site/node_modules node_modules
COPY --from=build /site/build build
# For a volume with pictures and the assets of the last releases; a new volume gets this folder's permissions.
RUN mkdir -m 1777 .data
USER node
EXPOSE 3000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=30s --timeout=5s --start-period=15s CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then((reply) => process.exit(reply.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "build/server/start.js"]
