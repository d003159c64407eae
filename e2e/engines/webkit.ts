import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Builder, type WebDriver, type WebElement } from "selenium-webdriver";
import { findFreePort } from "../../app/platform/db/embedded/postmaster.server.ts";
import { findWebKit } from "../../scripts/browsers.mjs";
import { waitUntil } from "../../testing/patience.ts";
import type { ColorScheme, Engine } from "./engine.ts";

/** The window can't be narrower than its toolbar. */
const narrowToolbar = `
window *, headerbar * { padding: 0; margin: 0; min-width: 0; min-height: 0; border-width: 0; font-size: 1px; }
button, button image { -gtk-icon-source: none; -gtk-icon-transform: scale(0); }`;

/** WebKitGTK on a display of its own; has one tab at a time. */
export async function launchWebKit(scheme: ColorScheme = "light"): Promise<Engine> {
  const profile = await mkdtemp(join(tmpdir(), "mar-de-minas-webkit-"));
  await writeSettings(profile, scheme);
  const { display, server } = await startDisplay();
  const port = await findFreePort();
  const bus = spawn("dbus-run-session", ["--", "WebKitWebDriver", `--port=${port}`], {
    env: {
      ...process.env,
      DISPLAY: display,
      GDK_BACKEND: "x11",
      XDG_CONFIG_HOME: profile,
      XDG_DATA_HOME: profile,
      XDG_CACHE_HOME: profile,
      LANG: "C.UTF-8",
      LANGUAGE: "pt_BR",
      LIBGL_ALWAYS_SOFTWARE: "1",
      // Its sandbox needs user namespaces, and refuses root.
      WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: "1",
    },
    stdio: "ignore",
    // Ending only the bus would leave the driver and its browser behind.
    detached: true,
  });
  const url = `http://127.0.0.1:${port}`;
  const isUp = () =>
    fetch(`${url}/status`).then(
      ({ ok }) => ok,
      () => false,
    );
  await waitUntil(isUp);
  return {
    async openTab() {
      const driver = await new Builder()
        .usingServer(url)
        .withCapabilities({
          browserName: "MiniBrowser",
          acceptInsecureCerts: true,
          "webkitgtk:browserOptions": { binary: findWebKit(), args: ["--automation"] },
        })
        .build();
      const resize = (width: number, height: number) => resizePage(driver, width, height);
      await resize(390, 844);
      return {
        open: (address) => driver.get(address),
        evaluate: (expression) => driver.executeScript(`return (${expression})`),
        async find(expression) {
          const element = await driver.executeScript<WebElement | null>(`return (${expression})`);
          return (
            element && {
              click: () => element.click(),
              type: (text) => element.sendKeys(text),
              attach: (files) => element.sendKeys(files.join("\n")),
            }
          );
        },
        resize,
        screenshot: async () => Buffer.from(await driver.takeScreenshot(), "base64"),
        errors: () => [],
        close: () => driver.quit(),
      };
    },
    async close() {
      const ended = Promise.all([once(bus, "exit"), once(server, "exit")]);
      process.kill(-(bus.pid ?? 0), "SIGTERM");
      server.kill();
      await ended;
      await rm(profile, { recursive: true, force: true });
    },
  };
}

/** The window is larger than its page by a frame. */
async function resizePage(driver: WebDriver, width: number, height: number): Promise<void> {
  const outer = { width, height };
  await waitUntil(async () => {
    await driver
      .manage()
      .window()
      .setRect({ x: 0, y: 0, ...outer });
    const [innerWidth = 0, innerHeight = 0] = await driver.executeScript<number[]>(
      "return [innerWidth, innerHeight]",
    );
    if (innerWidth === width && innerHeight === height) return true;
    outer.width = Math.max(width, outer.width + width - innerWidth);
    outer.height = Math.max(height, outer.height + height - innerHeight);
    return false;
  });
}

async function startDisplay(): Promise<{ display: string; server: ChildProcess }> {
  const server = spawn("Xvfb", ["-displayfd", "3", "-screen", "0", "1600x1200x24"], {
    stdio: ["ignore", "ignore", "ignore", "pipe"],
  });
  const [number] = await once(server.stdio[3] as NodeJS.ReadableStream, "data");
  return { display: `:${String(number).trim()}`, server };
}

async function writeSettings(profile: string, scheme: ColorScheme): Promise<void> {
  const folder = join(profile, "gtk-3.0");
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, "gtk.css"), narrowToolbar);
  const settings = [
    "[Settings]",
    "gtk-enable-animations=false",
    `gtk-application-prefer-dark-theme=${scheme === "dark"}`,
  ];
  await writeFile(join(folder, "settings.ini"), `${settings.join("\n")}\n`);
}
