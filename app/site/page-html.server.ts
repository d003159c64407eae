/**
 * A page whose text is at hand. Written into a response and read back from it, a page takes a third
 * longer to render.
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
