// Starts the page: opens the protocol, makes the views, shows what the address says.

import { VIEWS } from "./address.js";
import { Analysis } from "./analysis.js";
import { App } from "./app.js";
import { openClient } from "./client.js";
import { el, replace } from "./dom.js";
import { listenForKeys } from "./keys.js";
import { Opponent } from "./opponent.js";
import { listenForRecords } from "./share.js";
import { fileOf } from "./sources.js";
import { CheckView } from "./view-check.js";
import { DiagramView } from "./view-diagram.js";
import { ExploreView } from "./view-explore.js";
import { GamesView } from "./view-games.js";
import { PlayView } from "./view-play.js";

const TITLES = { play: "Play", explore: "Explore", check: "Check", diagram: "Diagram", games: "Games" };

function makeViews(app) {
  const [analysis, opponent] = [new Analysis(app), new Opponent(app)];
  return {
    play: new PlayView(app, analysis, opponent),
    explore: new ExploreView(app),
    check: new CheckView(app),
    diagram: new DiagramView(app),
    games: new GamesView(app),
  };
}

/** Shows the view of the app, and says in the heading which game is open. */
function drawFrame(app, views) {
  const stage = document.getElementById("stage");
  const { element } = views[app.view];
  if (stage.firstElementChild !== element) replace(stage, element);
  for (const link of document.querySelectorAll("nav a")) {
    const view = link.dataset.view;
    link.setAttribute("aria-current", view === app.view ? "page" : "false");
    link.href = app.address({
      view,
      params: view === app.view ? {} : Object.fromEntries(Object.keys(app.params).map((key) => [key, null])),
    });
  }
  const title = document.getElementById("game-title");
  title.textContent = app.view === "games" ? "Games" : titleOf(app);
  document.getElementById("game-name").textContent = app.view === "games" ? "" : app.game.game;
  document.title = `${TITLES[app.view]} · ${app.game.game} · morpion`;
}

/** Returns what the game is called: by its short name or its file if it has one, or as its family is. */
function titleOf(app) {
  const aliases = app.catalogue.games.flatMap((game) => game.aliases);
  const named = aliases.find(({ means }) => means === app.game.game)?.title;
  return named ?? fileOf(app.catalogue, app.game.game) ?? app.game.title;
}

function listenForLinks(app) {
  document.querySelector("nav").addEventListener("click", (event) => {
    const link = event.target.closest("a");
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    app.show(link.dataset.view);
  });
  document.querySelector(".skip").addEventListener("click", (event) => {
    event.preventDefault();
    document.querySelector("#stage [tabindex='0'], #stage button, #stage input")?.focus();
  });
  window.addEventListener("popstate", () => app.visit());
}

async function start() {
  const app = new App(openClient());
  const stage = document.getElementById("stage");
  try {
    app.catalogue = await app.client.ask("games");
  } catch (error) {
    replace(stage, el("p", { class: "error-text", role: "alert" }, error.message));
    return;
  }
  const views = makeViews(app);
  const dialog = listenForKeys(app, views, VIEWS);
  document.getElementById("show-keys").addEventListener("click", () => dialog.showModal());
  listenForRecords(app);
  listenForLinks(app);
  app.on("place", () => drawFrame(app, views));
  app.on("position", () => drawFrame(app, views));
  await app.visit();
  document.body.dataset.ready = "true";
}

start();
