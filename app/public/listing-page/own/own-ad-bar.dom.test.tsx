import { render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { sampleListing } from "../../../../testing/listing.ts";
import { assessInquiry, readInquiry } from "../stay-inquiry.ts";
import { OwnAdBar } from "./own-ad-bar.tsx";

const today = "2026-11-21";

test("an ad in pause says so to its owner, asked for dates, and offers no reply with its link", () => {
  const inquiry = readInquiry(new URLSearchParams("entrada=2026-12-14&saida=2026-12-16"));
  const asked = assessInquiry(inquiry, sampleListing(), today);
  const own = { uid: "maria", marked: [], feedNights: [] };
  const site = { id: "1", siteUrl: "https://example.com", asked, today };
  const { rerender } = render(<OwnAdBar {...site} own={{ ...own, pausedBy: null }} />);
  expect(screen.getByRole("link", { name: "Responder" })).toBeDefined();
  rerender(<OwnAdBar {...site} own={{ ...own, pausedBy: "owner" }} />);
  expect(screen.getByText("Este anúncio está em pausa")).toBeDefined();
  expect(screen.getByRole("link", { name: "Voltar a mostrar" }).getAttribute("href")).toBe(
    "/dashboard",
  );
  expect(screen.queryByRole("link", { name: /Responder/ })).toBeNull();
});
