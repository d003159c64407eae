import { Link, Links, Meta, Outlet, Scripts, ScrollRestoration } from "react-router";

export default function Root() {
  return (
    <html lang="pt-BR">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <Meta />
        <Links />
      </head>
      <body>
        <header>
          <Link to="/">Início</Link>
        </header>
        <main>
          <Outlet />
        </main>
        <footer>Mar de Minas</footer>
        <ScrollRestoration />
        <Scripts />
      </body>
    </html>
  );
}
