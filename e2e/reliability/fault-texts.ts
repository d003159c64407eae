/** Texts of one kind, by whether the site has confirmed them. */
export class SentTexts {
  readonly confirmed = new Set<string>();
  readonly unanswered = new Set<string>();

  /** If the site is killed meanwhile, the text stays unanswered. */
  async send(text: string, request: (text: string) => Promise<void>): Promise<void> {
    this.unanswered.add(text);
    await request(text);
    this.unanswered.delete(text);
    this.confirmed.add(text);
  }
}
