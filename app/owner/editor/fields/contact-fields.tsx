import { type ComponentProps, type FormEvent, useEffect, useRef, useState } from "react";
import { ChoiceTile } from "../../../platform/ui/forms/choice-tile.tsx";
import { FieldError } from "../../../platform/ui/forms/field.tsx";
import { isMobile, nationalDigits } from "../../../platform/ui/forms/phone.ts";
import { PhoneField } from "../../../platform/ui/forms/phone-field.tsx";
import { Icon } from "../../../platform/ui/icon.tsx";
import { answeredByPublishing } from "../listing-questions.ts";
import styles from "./contact-fields.module.css";

type Phone = ComponentProps<typeof PhoneField>;

export interface ContactFieldsProps {
  phone: Phone;
  whatsapp: { isOn: boolean; error?: string | undefined; isConfirmed: boolean };
  /** An edit isn't asked whether it goes without WhatsApp. */
  isEdit: boolean;
  /** The contact is that of the advertiser's latest ad. */
  isCopied: boolean;
}

/** Telephone and WhatsApp are one choice: WhatsApp is on for a mobile number unless its owner says no. */
export function ContactFields(props: ContactFieldsProps) {
  const { phone, whatsapp, isEdit, isCopied } = props;
  const [state, setState] = useState(() =>
    openedState(String(phone.defaultValue ?? ""), whatsapp.isOn),
  );
  const box = useRef<HTMLInputElement>(null);
  const block = useRef<HTMLDivElement>(null);
  /** Sets the box before the form hears of the input, and so stores and checks it. */
  function show(next: ContactState) {
    if (box.current) box.current.checked = next.isOn;
    setState(next);
  }
  // The number may have been typed before hydration.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, after hydration
  useEffect(() => {
    const typed = block.current?.querySelector<HTMLInputElement>("[name=telefone]")?.value ?? "";
    const isOn = box.current?.checked ?? state.isOn;
    const digits = nationalDigits(typed);
    if (isOn !== state.isOn) setState({ digits, isOn, isDecided: true });
    else if (digits !== state.digits) show(phoneTyped(state, digits));
  }, []);
  function readPhone(event: FormEvent<HTMLInputElement>) {
    show(phoneTyped(state, nationalDigits(event.currentTarget.value)));
  }
  const isForMobile = isMobile(state.digits);
  return (
    <div className={styles.contact} ref={block}>
      <PhoneField
        {...phone}
        onInput={readPhone}
        hint={isCopied ? "O do seu último anúncio. Mude se este tiver outro." : phone.hint}
      />
      <div className={styles.whatsapp}>
        <ChoiceTile
          type="checkbox"
          name="whatsapp"
          id="whatsapp"
          ref={box}
          defaultChecked={whatsapp.isOn}
          aria-invalid={whatsapp.error ? true : undefined}
          aria-describedby={whatsapp.error ? "whatsapp-error" : "whatsapp-hint"}
          onInput={({ currentTarget }) => setState(whatsappChosen(state, currentTarget.checked))}
        >
          <Icon name="whatsapp" />
          Este número atende no WhatsApp
        </ChoiceTile>
        {!whatsapp.error && (
          <p className={styles.hint} id="whatsapp-hint" aria-live="polite">
            {isForMobile && state.isOn && "Ligado: o hóspede chama com um toque."}
            {isForMobile && !state.isOn && "Sem WhatsApp, o hóspede só pode ligar."}
          </p>
        )}
        <FieldError id="whatsapp" message={whatsapp.error} />
        {isEdit
          ? answeredByPublishing.map((each) => (
              <input key={each} type="hidden" name={each} value="on" />
            ))
          : isForMobile &&
            !state.isOn && (
              <ChoiceTile type="checkbox" name="semWhatsapp" defaultChecked={whatsapp.isConfirmed}>
                <Icon name="phone" />É isso mesmo: só por ligação
              </ChoiceTile>
            )}
      </div>
    </div>
  );
}

function openedState(phone: string, isOn: boolean): ContactState {
  const digits = nationalDigits(phone);
  return { digits, isOn, isDecided: !isOn && isMobile(digits) };
}

export interface ContactState {
  digits: string;
  isOn: boolean;
  /** The owner has switched WhatsApp on or off, which typing a number no longer changes. */
  isDecided: boolean;
}

/** A complete number of a landline, which no mobile number passes through while it is typed. */
const landline = /^\d\d[2-5]\d{7}$/;

export function phoneTyped(before: ContactState, digits: string): ContactState {
  const isOn = before.isDecided
    ? before.isOn
    : isMobile(digits) || (before.isOn && !landline.test(digits));
  return { ...before, digits, isOn };
}

export function whatsappChosen(before: ContactState, isOn: boolean): ContactState {
  return { ...before, isOn, isDecided: true };
}
