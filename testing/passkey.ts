import { createHash, createSign, generateKeyPairSync, randomBytes } from "node:crypto";
import { isoCBOR } from "@simplewebauthn/server/helpers";

interface Offer {
  challenge: string;
}

/** A passkey's answers as a browser sends them back, as JSON. */
export interface SoftPasskey {
  id: string;
  register: (offer: Offer) => string;
  logIn: (offer: Offer) => string;
}

const flags = { present: 0x01, verified: 0x04, hasCredential: 0x40 };

/** A passkey in software, for tests without a browser; `origin` is the site's. */
export function createPasskey(origin: string): SoftPasskey {
  const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const credentialId = randomBytes(32);
  const id = credentialId.toString("base64url");
  const { x = "", y = "" } = publicKey.export({ format: "jwk" });

  function readerData(extraFlags: number, ...more: Buffer[]): Buffer {
    const site = createHash("sha256").update(new URL(origin).hostname).digest();
    const flag = Buffer.from([flags.present | flags.verified | extraFlags]);
    return Buffer.concat([site, flag, Buffer.alloc(4), ...more]);
  }

  function clientData(type: string, { challenge }: Offer): Buffer {
    return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
  }

  function answer(response: Record<string, Buffer>): string {
    const encoded = Object.entries(response).map(([name, bytes]) => [
      name,
      bytes.toString("base64url"),
    ]);
    const extensions = { clientExtensionResults: {}, type: "public-key" };
    return JSON.stringify({ id, rawId: id, response: Object.fromEntries(encoded), ...extensions });
  }

  return {
    id,
    register(offer) {
      // A COSE key of type EC2, for ES256 on P-256.
      const key = isoCBOR.encode(
        new Map<number, number | Uint8Array>([
          [1, 2],
          [3, -7],
          [-1, 1],
          [-2, new Uint8Array(Buffer.from(x, "base64url"))],
          [-3, new Uint8Array(Buffer.from(y, "base64url"))],
        ]),
      );
      const length = Buffer.from([0, credentialId.length]);
      const credential = [Buffer.alloc(16), length, credentialId, Buffer.from(key)];
      const attestation = new Map<string, unknown>([
        ["fmt", "none"],
        ["attStmt", new Map()],
        ["authData", new Uint8Array(readerData(flags.hasCredential, ...credential))],
      ]);
      return answer({
        clientDataJSON: clientData("webauthn.create", offer),
        attestationObject: Buffer.from(isoCBOR.encode(attestation as never)),
      });
    },
    logIn(offer) {
      const clientDataJSON = clientData("webauthn.get", offer);
      const authenticatorData = readerData(0);
      const hash = createHash("sha256").update(clientDataJSON).digest();
      const signer = createSign("sha256").update(authenticatorData).update(hash);
      return answer({ clientDataJSON, authenticatorData, signature: signer.sign(privateKey) });
    },
  };
}
