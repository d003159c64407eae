import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Builder, type WebElement } from "selenium-webdriver";
import { vi } from "vitest";
import { findFreePort } from "../../app/db/postmaster.server.ts";
import { findWebKit } from "../../scripts/browsers.mjs";
import { patience } from "../../testing/patience.ts";
import type { Engine } from "./engine.ts";

/** The window can't be narrower than its toolbar. */
const narrowToolbar = `
window *, headerbar * { padding: 0; margin: 0; min-width: 0; min-height: 0; border-width: 0; font-size: 1px; }
button, button image { -gtk-icon-source: none; -gtk-icon-transform: scale(0); }`;

/** WebKitGTK on a display of its own; a tab is a browser of its own. */
export async function launchWebKit(): Promise<Engine> {
  const profile = await mkdtemp(join(tmpdir(), "mar-de-minas-webkit-"));
  const { display, server } = await startDisplay();
  const drivers = new Map<boolean, { port: number; child: ChildProcess }>();
  async function driverFor(dark: boolean): Promise<number> {
    const running = drivers.get(dark);
    if (running) return running.port;
    const home = join(profile, dark ? "dark" : "light");
    await writeSettings(home, dark);
    const port = await findFreePort();
    const child = spawn("dbus-run-session", ["--", "WebKitWebDriver", `--port=${port}`], {
      env: {
        ...process.env,
        DISPLAY: display,
        GDK_BACKEND: "x11",
        XDG_CONFIG_HOME: home,
        XDG_DATA_HOME: home,
        XDG_CACHE_HOME: home,
        LANG: "C.UTF-8",
        LANGUAGE: "pt_BR",
        LIBGL_ALWAYS_SOFTWARE: "1",
        // Its sandbox needs user namespaces, and refuses root.
        WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: "1",
      },
      stdio: "ignore",
      // Ending the session's bus would leave the browsers behind.
      detached: true,
    });
    drivers.set(dark, { port, child });
    const status = `http://127.0.0.1:${port}/status`;
    await vi.waitUntil(
      () =>
        fetch(status).then(
          (it) => it.ok,
          () => false,
        ),
      patience,
    );
    return port;
  }
  return {
    async openTab({ dark = false } = {}) {
      const port = await driverFor(dark);
      const driver = await new Builder()
        .usingServer(`http://127.0.0.1:${port}`)
        .withCapabilities({
          browserName: "MiniBrowser",
          acceptInsecureCerts: true,
          "webkitgtk:browserOptions": { binary: findWebKit(), args: ["--automation"] },
        })
        .build();
      const window = driver.manage().window();
      async function resize(width: number, height: number): Promise<void> {
        let [windowWidth, windowHeight] = [width, height];
        await vi.waitFor(async () => {
          await window.setRect({ x: 0, y: 0, width: windowWidth, height: windowHeight });
          const [w, h]: number[] = await driver.executeScript("return [innerWidth, innerHeight]");
          if (w === width && h === height) return;
          // The frame of the window takes some.
          windowWidth = Math.max(width, windowWidth + width - Number(w));
          windowHeight = Math.max(height, windowHeight + height - Number(h));
          throw new Error(`the page is ${w} × ${h} px`);
        }, patience);
      }
      await resize(390, 844);
      return {
        open: (url) => driver.get(url),
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
      for (const { child } of drivers.values()) {
        const ended = once(child, "exit");
        process.kill(-(child.pid ?? 0), "SIGTERM");
        await ended;
      }
      const ended = once(server, "exit");
      server.kill();
      await ended;
      await rm(profile, { recursive: true, force: true });
    },
  };
}

async function startDisplay(): Promise<{ display: string; server: ChildProcess }> {
  const server = spawn("Xvfb", ["-displayfd", "3", "-screen", "0", "1600x1200x24"], {
    stdio: ["ignore", "ignore", "ignore", "pipe"],
  });
  const [number] = await once(server.stdio[3] as NodeJS.ReadableStream, "data");
  return { display: `:${String(number).trim()}`, server };
}

async function writeSettings(home: string, dark: boolean): Promise<void> {
  const folder = join(home, "gtk-3.0");
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, "gtk.css"), narrowToolbar);
  const settings = `[Settings]\ngtk-application-prefer-dark-theme=${dark}\ngtk-enable-animations=false\n`;
  await writeFile(join(folder, "settings.ini"), settings);
}
