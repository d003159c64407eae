import { Link, useLoaderData } from "react-router";
import { houses } from "./houses.ts";

export function loader() {
  return { houses };
}

export function meta() {
  return [{ title: "Ranchos e casas" }, { name: "description", content: "Para alugar" }];
}

type House = (typeof houses)[number];

export default function Home() {
  const { houses } = useLoaderData<typeof loader>();
  return (
    <>
      <h1>Ranchos e casas</h1>
      {houses.map((house) => (
        <Card key={house.id} house={house} />
      ))}
    </>
  );
}

function Card({ house }: { house: House }) {
  const { id, title, place, weekend, night, facts, amenities, phone, photos } = house;
  return (
    <article className="card">
      <div className="mosaic">
        {photos.map((photo) => (
          <Picture key={photo.id} photo={photo} />
        ))}
      </div>
      <button type="button" aria-label={`Guardar: ${title}`} aria-pressed="false">
        <Icon name="heart" />
      </button>
      <div className="prices">
        <p>
          <b>{weekend}</b> <span>Final de Semana</span>
        </p>
        <p>
          <b>{night}</b> <span>Noite</span>
        </p>
      </div>
      <div className="body">
        <p>
          <Icon name="map-pin" />
          {place}
        </p>
        <h3>
          <Link to={`/posts/${id}`} prefetch="intent">
            {title}
          </Link>
        </h3>
        <ul>
          {facts.map(([name, count]) => (
            <li key={name}>
              <Icon name="users" />
              {name} <b>{count}</b>
            </li>
          ))}
        </ul>
        <ul aria-label="Lazer">
          {amenities.map((name) => (
            <li key={name}>
              <Icon name="waves" />
              {name}
            </li>
          ))}
        </ul>
      </div>
      <div className="call">
        <a href={`tel:${phone}`}>
          <span>Telefone</span>
          <b>{phone}</b>
        </a>
        <a className="btn" href={`https://wa.me/5537900001000?text=${encodeURIComponent(title)}`}>
          <Icon name="whatsapp" />
          Chamar no WhatsApp
        </a>
      </div>
    </article>
  );
}

function Picture({ photo }: { photo: House["photos"][number] }) {
  const address = (width: number, format: string) => `/fotos/${photo.key}/${width}.${format}`;
  const variants = photo.widths.map((width) => `${address(width, "avif")} ${width}w`);
  const sizes = "(min-width: 68rem) 31vw, (min-width: 48rem) 60vw, 100vw";
  return (
    <picture>
      <source type="image/avif" srcSet={variants.join(", ")} sizes={sizes} />
      <img
        src={address(800, "jpg")}
        width={3200}
        height={2133}
        alt=""
        loading="lazy"
        decoding="async"
        data-color={photo.color}
      />
    </picture>
  );
}

function Icon({ name }: { name: string }) {
  return (
    <svg className="icon" aria-hidden="true">
      <use href={`/icons.svg#${name}`} />
    </svg>
  );
}
