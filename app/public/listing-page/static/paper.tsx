interface PaperProps {
  id: string;
  /** The ad's absolute URL. */
  address: string;
}

/** Address and QR code of the page, for printed ads only. Screens don't load the picture. */
export function Paper({ id, address }: PaperProps) {
  return (
    <>
      <img src={`/posts/${id}/codigo.svg`} alt="" width="98" height="98" loading="lazy" />
      <p>
        <b>Fotos, datas e preços de hoje:</b>
        <br />
        {address.replace(/^https?:\/\//, "")}
      </p>
    </>
  );
}
