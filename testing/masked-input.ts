import { type MaskedText, readEdit, type TextEdit } from "../app/ui/forms/text-mask.ts";

/** Simulates typing and pasting into a masked input, without a browser. */
export class MaskedInput<State extends MaskedText> {
  #state: State;
  #caret: number;
  #apply: (before: State, edit: TextEdit) => State;

  constructor(initial: State, apply: (before: State, edit: TextEdit) => State) {
    this.#state = initial;
    this.#caret = initial.caret;
    this.#apply = apply;
  }

  get text(): string {
    return this.#state.text;
  }

  /** The text with a bar at the caret. */
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
    const edit = readEdit(this.text, after, from + inserted.length, inputType);
    this.#state = this.#apply(this.#state, edit);
    this.#caret = this.#state.caret;
    return this;
  }
}
