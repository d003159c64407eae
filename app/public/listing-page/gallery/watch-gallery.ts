import { iconBefore } from "../../../platform/ui/icon-names.ts";
import { carouselIntervalMs, indexForKey, nextIndex } from "./carousel.ts";
import { isDataExpensive, prefersStillness, watchStrip } from "./strip.ts";

/**
 * Turns an ad's photos by drag, keys and buttons, and by themselves until the first touch. A tap opens a photo
 * full screen.
 */
export function watchGallery(): void {
  const film = document.querySelector<HTMLElement>("[data-gallery]");
  const list = film?.querySelector("ol");
  if (!film || !list) return;
  const links = [...list.querySelectorAll<HTMLAnchorElement>("li > a:first-child")];
  const count = links.length;
  const counter = film.querySelector("[data-counter]");
  const play = film.querySelector<HTMLElement>("[data-play]");
  const announcer = film.querySelector("[aria-live]");
  let index = 0;
  let isPlaying = false;
  let isOnScreen = true;
  let timer: ReturnType<typeof setTimeout>;

  /** Each photo is shown for the whole interval, and the time stops while nobody sees it. */
  function restart(): void {
    clearTimeout(timer);
    if (!isPlaying || !isOnScreen || document.visibilityState !== "visible") return;
    timer = setTimeout(() => {
      show(nextIndex(index, count));
      glide(index);
    }, carouselIntervalMs);
  }

  function setPlaying(next: boolean): void {
    isPlaying = next;
    play?.setAttribute("aria-label", isPlaying ? "Pausar as fotos" : "Passar as fotos");
    play?.firstElementChild?.setAttribute("class", iconBefore(isPlaying ? "pause" : "play"));
    restart();
  }

  function show(to: number): void {
    index = to;
    if (counter) counter.textContent = `${index + 1} / ${count}`;
    for (const [at, link] of links.entries()) {
      link.tabIndex = at === index ? 0 : -1;
      const picture = link.querySelector("img");
      if (picture && Math.abs(at - index) <= 1) picture.loading = "eager";
    }
    restart();
  }

  function focusPhoto(): void {
    links[index]?.focus({ preventScroll: true });
  }

  function turn(to: number): void {
    const hadFocus = list?.querySelector("a:focus");
    setPlaying(false);
    show(to);
    glide(to);
    if (hadFocus) focusPhoto();
    if (announcer) announcer.textContent = `Foto ${to + 1} de ${count}`;
  }

  function enlarge(link: HTMLAnchorElement): void {
    setPlaying(false);
    import("./full-screen.ts").then(
      ({ openFullScreen }) =>
        openFullScreen(links, links.indexOf(link), (at) => {
          show(at);
          glide(at, { isAtOnce: true });
          focusPhoto();
        }),
      () => location.assign(link.href),
    );
  }

  const glide = watchStrip(list, {
    index: () => index,
    onTouch: () => setPlaying(false),
    onTurn: turn,
    onScrolled: show,
  });
  list.addEventListener("click", (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    const link = links.find((one) => one.contains(event.target as Node));
    if (!link) return;
    event.preventDefault();
    enlarge(link);
  });
  play?.addEventListener("click", () => setPlaying(!isPlaying));
  film.addEventListener("click", ({ target }) => {
    const key = (target as Element).closest("button")?.dataset.key ?? "";
    const to = indexForKey(key, index, count);
    if (to !== null) turn(to);
  });
  film.addEventListener("focusin", ({ target }) => {
    if (target !== play) setPlaying(false);
  });
  film.addEventListener("keydown", (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey || count === 1) return;
    const to = indexForKey(event.key, index, count);
    if (to === null) return;
    event.preventDefault();
    turn(to);
  });
  document.addEventListener("visibilitychange", restart);
  new IntersectionObserver(([entry]) => {
    isOnScreen = entry?.isIntersecting ?? true;
    restart();
  }).observe(film);
  list.dataset.ready = "true";
  show(index);
  setPlaying(count > 1 && !prefersStillness() && !isDataExpensive());
}
