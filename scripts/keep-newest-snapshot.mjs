// Leaves only the newest of Drizzle's snapshots, the one that the next migration is compared with.
import { readdirSync, rmSync } from "node:fs";

const folder = "db/migrations/meta";
const snapshots = readdirSync(folder).filter((name) => name.endsWith("_snapshot.json"));
for (const older of snapshots.sort().slice(0, -1)) rmSync(`${folder}/${older}`);
