/**
 * A page whose HTML can be read without a stream. Writing it into a response's body and reading it
 * back would make rendering a third slower.
 */
export class HtmlResponse extends Response {
  readonly html: string;

  constructor(html: string, init: ResponseInit) {
    super(null, init);
    this.html = html;
  }
}

export async function readBytes(response: Response): Promise<Buffer<ArrayBuffer>> {
  if (response instanceof HtmlResponse) return Buffer.from(response.html);
  return Buffer.from(await response.arrayBuffer());
}
