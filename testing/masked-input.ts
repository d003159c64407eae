import { editPhone, type MaskedPhone, phoneShowing } from "../app/ui/forms/phone-mask.ts";

/** Simulates typing and pasting into a phone field, without a browser. */
export class MaskedInput {
  #state: MaskedPhone;
  #caret: number;

  constructor(text: string) {
    this.#state = phoneShowing(text);
    this.#caret = this.#state.caret;
  }

  get text(): string {
    return this.#state.text;
  }

  /** The text, with a bar at the caret. */
  get shown(): string {
    return `${this.text.slice(0, this.#caret)}|${this.text.slice(this.#caret)}`;
  }

  type(keys: string): this {
    for (const key of keys) this.paste(key);
    return this;
  }

  /** Replaces the `selected` characters after the caret. */
  paste(text: string, selected = 0): this {
    return this.#change(this.#caret, this.#caret + selected, text, "insertFromPaste");
  }

  backspace(times = 1): this {
    for (let pressed = 0; pressed < times && this.#caret > 0; pressed += 1) {
      this.#change(this.#caret - 1, this.#caret, "", "deleteContentBackward");
    }
    return this;
  }

  delete(times = 1): this {
    for (let pressed = 0; pressed < times && this.#caret < this.text.length; pressed += 1) {
      this.#change(this.#caret, this.#caret + 1, "", "deleteContentForward");
    }
    return this;
  }

  moveTo(caret: number): this {
    this.#caret = Math.min(Math.max(caret, 0), this.text.length);
    return this;
  }

  #change(from: number, to: number, inserted: string, inputType: string): this {
    const after = this.text.slice(0, from) + inserted + this.text.slice(to);
    this.#state = editPhone(this.#state, after, from + inserted.length, inputType);
    this.#caret = this.#state.caret;
    return this;
  }
}
