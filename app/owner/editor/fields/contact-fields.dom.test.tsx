import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { ContactFields } from "./contact-fields.tsx";

function renderFields(options: { isEdit?: boolean; phone?: string } = {}) {
  render(
    <ContactFields
      phone={{ name: "telefone", label: "Telefone", defaultValue: options.phone ?? "" }}
      whatsapp={{ isOn: false, isConfirmed: false }}
      isEdit={options.isEdit ?? false}
      isCopied={false}
    />,
  );
  return {
    phone: screen.getByRole("textbox", { name: "Telefone" }),
    box: screen.getByRole<HTMLInputElement>("checkbox", { name: /atende no WhatsApp/ }),
  };
}

const onlyCalls = () => screen.queryByRole("checkbox", { name: "É isso mesmo: só por ligação" });

test("a mobile number switches WhatsApp on, a landline in its place off", async () => {
  const { phone, box } = renderFields();
  await userEvent.type(phone, "37900010264");
  expect(box.checked).toBe(true);
  screen.getByText("Ligado: o hóspede chama com um toque.");
  expect(onlyCalls()).toBeNull();
  await userEvent.clear(phone);
  await userEvent.type(phone, "3733710264");
  expect(box.checked).toBe(false);
  expect(onlyCalls()).toBeNull();
});

test("without WhatsApp an owner is asked, and another number doesn't undo the choice", async () => {
  const { phone, box } = renderFields();
  await userEvent.type(phone, "37900010264");
  await userEvent.click(box);
  screen.getByText("Sem WhatsApp, o hóspede só pode ligar.");
  expect(onlyCalls()).not.toBeNull();
  await userEvent.clear(phone);
  await userEvent.type(phone, "37900010265");
  expect(box.checked).toBe(false);
});

test("an edit isn't asked again", () => {
  const { box } = renderFields({ isEdit: true, phone: "37900010264" });
  expect(box.checked).toBe(false);
  expect(onlyCalls()).toBeNull();
});
