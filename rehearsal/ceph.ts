import { randomUUID } from "node:crypto";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { CreateBucketCommand, ListObjectsV2Command, S3Client } from "@aws-sdk/client-s3";
import { run, start, until } from "./stage.ts";

export interface ObjectService {
  endpoint: string;
  accessKey: string;
  secretKey: string;
  /** Lists a bucket's keys with the service's own tool. */
  keys: (bucket: string) => Promise<string[]>;
}

/** One monitor, one in-memory store, and an S3 gateway on `address` (host and port). */
export async function startCeph(
  folder: string,
  { accessKey, secretKey, address }: { accessKey: string; secretKey: string; address: string },
): Promise<ObjectService> {
  const home = join(folder, "ceph");
  for (const name of ["mon", "osd", "run"]) await mkdir(join(home, name), { recursive: true });
  const [config, keyring, map] = ["ceph.conf", "keyring", "monmap"].map((name) => join(home, name));
  if (!config || !keyring || !map) throw new Error("no paths");
  const id = randomUUID();
  await writeFile(config, configuration(home, id, address));
  const options = { env: { CEPH_CONF: config }, seconds: 60 };
  const tool = (program: string, ...args: string[]) => run(program, args, options);

  await tool("monmaptool", "--create", "--add", "a", "127.0.0.1:6789", "--fsid", id, map);
  const all = ["mon", "osd", "mgr"].flatMap((kind) => ["--cap", kind, "allow *"]);
  await tool("ceph-authtool", "--create-keyring", keyring, "--gen-key", "-n", "mon.", ...all);
  await tool("ceph-authtool", keyring, "--gen-key", "-n", "client.admin", ...all);
  await tool("ceph-mon", "--mkfs", "-i", "a", "--monmap", map, "--keyring", keyring);
  await start("ceph-mon", ["-f", "-i", "a"], options);
  await tool("ceph", "osd", "create");
  await tool("ceph-osd", "-i", "0", "--mkfs");
  const store = await start("ceph-osd", ["-f", "-i", "0"], options);
  await tool("ceph", "osd", "crush", "add", "osd.0", "1.0", "root=default", "host=local");
  const isUp = async () => {
    store.expectRunning();
    return /1 up/.test(await tool("ceph", "osd", "stat"));
  };
  await until("the store is up", isUp, 300);

  const names = ["--uid=mardeminas", "--display-name=Mar de Minas"];
  const keys = [`--access-key=${accessKey}`, `--secret-key=${secretKey}`];
  await tool("radosgw-admin", "user", "create", ...names, ...keys);
  await start("radosgw", ["-f", "-n", "client.rgw"], options);
  const endpoint = `http://127.0.0.1:${address.split(":")[1]}`;
  await until("the S3 gateway responds", async () => (await fetch(endpoint)).ok);
  return {
    endpoint,
    accessKey,
    secretKey,
    async keys(bucket) {
      const list: { name: string }[] = JSON.parse(
        await tool("radosgw-admin", "bucket", "list", `--bucket=${bucket}`),
      );
      return list.map(({ name }) => name).sort();
    },
  };
}

export async function createBucket(service: ObjectService, bucket: string): Promise<void> {
  await clientOf(service).send(new CreateBucketCommand({ Bucket: bucket }));
}

/** Sends a request signed with this secret; returns its error code, "" if accepted. */
export async function tryRequest(
  service: ObjectService,
  bucket: string,
  secretKey: string,
): Promise<string> {
  const client = clientOf({ ...service, secretKey });
  return client.send(new ListObjectsV2Command({ Bucket: bucket })).then(
    () => "",
    (error: Error) => error.name,
  );
}

function clientOf({ endpoint, accessKey, secretKey }: ObjectService): S3Client {
  const credentials = { accessKeyId: accessKey, secretAccessKey: secretKey };
  return new S3Client({ endpoint, region: "us-east-1", forcePathStyle: true, credentials });
}

function configuration(home: string, id: string, address: string): string {
  return `[global]
fsid = ${id}
mon host = 127.0.0.1:6789
mon initial members = a
public addr = 127.0.0.1
auth cluster required = none
auth service required = none
auth client required = none
osd pool default size = 1
osd pool default min size = 1
mon allow pool size one = true
osd pool default pg num = 1
osd pool default pg autoscale mode = off
osd crush chooseleaf type = 0
mon max pg per osd = 1000
osd objectstore = memstore
memstore device bytes = 1073741824
run dir = ${home}/run
admin socket = ${home}/run/$name.asok
log file = ${home}/$name.log
mon data = ${home}/mon
osd data = ${home}/osd
keyring = ${home}/keyring

[client.rgw]
rgw frontends = beast endpoint=${address}
`;
}
