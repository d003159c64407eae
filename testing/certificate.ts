import { createHash, X509Certificate } from "node:crypto";
import { getCACertificates, setDefaultCACertificates } from "node:tls";
import { generate } from "selfsigned";

interface Certificate {
  key: string;
  cert: string;
  /** Base64 SHA-256 of the public key, for Chromium's --ignore-certificate-errors-spki-list. */
  keyHash: string;
}

let certificate: Promise<Certificate> | undefined;

/** A certificate for localhost, created once per process and trusted by `fetch`. */
export function localhostCertificate(): Promise<Certificate> {
  certificate ??= makeCertificate();
  return certificate;
}

async function makeCertificate(): Promise<Certificate> {
  const { private: key, cert } = await generate([{ name: "commonName", value: "localhost" }], {
    keyType: "ec",
    algorithm: "sha256",
    extensions: [
      { name: "basicConstraints", cA: false },
      {
        name: "subjectAltName",
        altNames: [
          { type: 2, value: "localhost" },
          { type: 7, ip: "127.0.0.1" },
        ],
      },
    ],
  });
  setDefaultCACertificates([...getCACertificates("default"), cert]);
  const { publicKey } = new X509Certificate(cert);
  const spki = publicKey.export({ type: "spki", format: "der" });
  return { key, cert, keyHash: createHash("sha256").update(spki).digest("base64") };
}
