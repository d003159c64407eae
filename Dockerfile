# Mar de Minas with an external PostgreSQL and object store (DATABASE_URL, S3_*).
FROM node:24.21.0-slim AS build
WORKDIR /site
COPY . .
RUN npm run build && node scripts/prune.mjs

FROM node:24.21.0-slim
ENV NODE_ENV=production DATA_DIR=/dados PORT=3000 DEMO=0 MALLOC_ARENA_MAX=2
WORKDIR /site
COPY --from=build /site/package.json ./
COPY --from=build /site/node_modules ./node_modules
COPY --from=build /site/build ./build
COPY --from=build /site/app ./app
COPY --from=build /site/server ./server
COPY --from=build /site/cli ./cli
COPY --from=build /site/db ./db
# Only /dados is written to; everything else may be mounted read-only.
RUN mkdir /dados && chown node:node /dados
USER node
VOLUME /dados
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then((a) => process.exit(a.ok ? 0 : 1), () => process.exit(1))"]
# As PID 1 Node wouldn't handle signals properly: run with --init, as compose.yaml does.
CMD ["node", "--max-semi-space-size=8", "--heap-growing-percent=50", "--expose-gc", "server/main.ts"]
