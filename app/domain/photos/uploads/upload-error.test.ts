import { expect, test } from "vitest";
import { type UploadErrorKind, uploadError, uploadErrorOf } from "./upload-error.ts";

test.each<[number | null, UploadErrorKind]>([
  [null, "unknown"],
  [500, "unknown"],
  [400, "invalid-argument"],
  [401, "unauthenticated"],
  [402, "quota-exceeded"],
  [403, "unauthorized"],
  [404, "object-not-found"],
  [410, "object-not-found"],
  [413, "invalid-argument"],
  [415, "invalid-argument"],
  [422, "invalid-argument"],
])("status %s is %s", (status, kind) => {
  expect(uploadErrorOf(status, "")).toEqual(uploadError(kind));
});

test("errors use the server's sentence if it is meant for people", () => {
  expect(uploadErrorOf(422, "Foto estragada.\n").message).toBe("Foto estragada.");
  expect(uploadErrorOf(404, "<html>")).toEqual(uploadError("object-not-found"));
  expect(uploadErrorOf(402, "x".repeat(301))).toEqual(uploadError("quota-exceeded"));
  expect(uploadErrorOf(500, "Algo deu errado.")).toEqual(uploadError("unknown"));
  expect(uploadErrorOf(503, "no healthy upstream")).toEqual(uploadError("unknown"));
  const full = "Erro ao fazer o upload da imagem: o site está sem espaço.";
  expect(uploadErrorOf(503, full).message).toBe(full);
});
