import { expect, test } from "vitest";
import { questionAbout, readPosition } from "./read-position.ts";

const capitolio = { latitude: -20.6147, longitude: -46.0497 };

test.each([
  "-20.6147, -46.0497",
  "  -20.6147   -46.0497 ",
  "(-20.6147, -46.0497)",
  "−20.6147°, −46.0497°",
  "-20,6147, -46,0497",
  "-20,6147,-46,0497",
  "20°36'52.92\"S 46°02'58.92\"W",
  "20°36’52,92”S, 46°02’58,92”O",
  "https://www.google.com/maps/@-20.6147,-46.0497,15z",
  "https://maps.google.com/?q=-20.6147,-46.0497",
  "https://www.google.com/maps/search/?api=1&query=-20.6147%2C-46.0497",
  "https://www.google.com/maps/search/-20.6147,+-46.0497?entry=tts",
  "https://www.google.com/maps/place/20%C2%B036'52.9%22S+46%C2%B002'58.9%22W/@-20.7,-46.1,17z/data=!3m1!4b1!4m4!3m3!8m2!3d-20.6147!4d-46.0497",
  "https://www.google.com/maps/dir/-19.9,-43.9/Rancho/@-20.7,-46.1,12z/data=!4m8!1m1!3d-19.9!4d-43.9!1m5!3d-20.6147!4d-46.0497",
  "www.google.com/maps?q=loc:-20.6147,-46.0497",
  "Rancho do Sol https://www.google.com/maps/place/Rancho/@-20.7,-46.1,17z/data=!3d-20.6147!4d-46.0497",
  "Veja no mapa:\nhttps://maps.google.com/?q=-20.6147,-46.0497 (portão azul)",
  "Rancho https://maps.app.goo.gl/AbCd -20.6147, -46.0497",
  "geo:-20.6147,-46.0497;u=35?z=17",
  "geo:0,0?q=-20.6147,-46.0497(Rancho+do+Sol)",
  "A casa fica em -20.6147, -46.0497.",
  "Localização: -20,6147, -46,0497",
  "Latitude: -20.6147 Longitude: -46.0497",
  "20,6147 S; 46,0497 O",
  "S 20° 36' 52.92\" W 46° 02' 58.92\"",
  "-20°36'52.92\" -46°02'58.92\"",
  "20º 36,882' S, 46º 2,982' O",
  "20°36'52,92''S 46°2'58,92''O, perto da ponte",
  "https://maps.apple.com/?ll=-20.6147,-46.0497&q=Rancho%20do%20Sol",
  "https://maps.apple.com/place?coordinate=-20.6147,-46.0497&name=Rancho",
  "Rancho do Sol https://maps.apple.com/?q=-20.6147,-46.0497",
  "https://waze.com/ul?ll=-20.6147%2C-46.0497&navigate=yes",
  "https://www.waze.com/live-map/directions?to=ll.-20.6147%2C-46.0497",
])("reads %s as Capitólio", (text) => {
  expect(readPosition(text)).toEqual({ position: capitolio });
});

test("an empty text is accepted and has no position", () => {
  expect(readPosition("  ")).toEqual({ position: null });
});

test.each([
  ["https://maps.app.goo.gl/AbCdEf123", "Links curtos"],
  ["Rancho 12, 3 quartos\nhttps://maps.app.goo.gl/AbCd?g_st=iw", "Links curtos"],
  ["https://maps.apple/p/AbCd", "Links curtos"],
  ["https://waze.com/ul/h6gy4x", "Links curtos"],
  ["https://goo.gl/maps/AbCdEf123", "Links curtos"],
  ["https://www.google.com/maps/place/Capit%C3%B3lio", "não traz as coordenadas"],
  ["https://www.google.com/maps/place/%E0%A4%A", "não traz as coordenadas"],
  ["https://example.com/maps/@-20.6147,-46.0497", "não traz as coordenadas"],
  ["https://google.com.example.net/@-20.6147,-46.0497", "não traz as coordenadas"],
  ["https://google.com@example.net/@-20.6147,-46.0497", "não traz as coordenadas"],
  ["https://waze.com.example.net/?ll=-20.6147,-46.0497", "não traz as coordenadas"],
  ["4 quartos, 3 suítes, diária de 1.350 a 2.500", "Escreva latitude e longitude"],
  ["20°76'52\"S 46°02'58\"W", "Escreva latitude e longitude"],
  ["Rua do Píer, 12", "Escreva latitude e longitude"],
  ["-20,6147", "Escreva latitude e longitude"],
  ["-20.6147, -46.0497, 3", "Escreva latitude e longitude"],
  ["NaN, Infinity", "Escreva latitude e longitude"],
  ["-20.6147, -460.0497", "A latitude vai de"],
  ["-91, -46", "A latitude vai de"],
  ["-".repeat(3000), "Escreva latitude e longitude"],
  ["9".repeat(1990), "Escreva latitude e longitude"],
  ["9 ".repeat(990), "Escreva latitude e longitude"],
  ["20°36' ".repeat(280), "Escreva latitude e longitude"],
  ["https://google.com/".repeat(100), "não traz as coordenadas"],
])("%s gets an error that explains it", (text, start) => {
  const reading = readPosition(text);
  expect("problem" in reading && reading.problem).toContain(start);
});

test("only a short link is reported as such", () => {
  const isShort = (text: string) => Reflect.get(readPosition(text), "isShortLink");
  expect(isShort("Rancho do Sol https://maps.app.goo.gl/AbCd")).toBe(true);
  expect(isShort("https://www.google.com/maps/place/Capit%C3%B3lio")).toBeUndefined();
});

test.each([
  ["a missing minus", { latitude: 20.6147, longitude: 46.0497 }],
  ["a swap", { latitude: -46.0497, longitude: -20.6147 }],
])("%s gets a question that suggests the probable position", (_, position) => {
  expect(questionAbout(position)).toBe(
    "Este ponto fica fora da região. Você quis dizer -20.6147, -46.0497?",
  );
});

test("only a position outside the region needs confirmation", () => {
  expect(questionAbout({ latitude: -23.55, longitude: -46.63 })).toContain(
    "fora da região do lago",
  );
  expect(questionAbout(capitolio)).toBeNull();
});
