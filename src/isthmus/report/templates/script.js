"use strict";
(() => {
  const $ = (id) => document.getElementById(id);
  const rowsElement = $("rows");
  if (!rowsElement) return;
  const { policies, rows } = JSON.parse($("index").textContent);
  const PAGE = 25;
  const OUTCOMES = { r: "right", w: "wrong", p: "partly", u: "unscored" };
  const folded = rows.map((row) => `${row[0]}\n${row[1]}\n${row[2]}`.toLowerCase());
  const state = { hits: rows.map((_, i) => i), page: 0, open: -1 };
  const wide = matchMedia("(min-width: 1000px)");

  const make = (tag, className, text) => {
    const element = document.createElement(tag);
    if (className) element.className = className;
    if (text !== undefined) element.textContent = text;
    return element;
  };

  const option = (select, value, text) => {
    const element = make("option", "", text);
    element.value = value;
    select.append(element);
  };
  [...new Set(rows.map((row) => row[3]))].sort((a, b) => a - b).forEach((size) => option($("f-size"), String(size), String(size)));
  policies.forEach((policy, i) => {
    for (const letter of "rwpu") {
      if (rows.some((row) => row[5][i] === letter)) option($("f-outcome"), `${i}${letter}`, `${policy}: ${OUTCOMES[letter]}`);
    }
  });
  $("f-outcome").closest("label").hidden = policies.length === 0;

  const link = (i) => `#task=${encodeURIComponent(rows[i][0])}`;

  const rowElement = (i) => {
    const [, question, answer, size, depth, outcomes, detail] = rows[i];
    const item = make("li");
    const anchor = make("a", i === state.open ? "row open" : "row");
    anchor.href = link(i);
    if (i === state.open) anchor.setAttribute("aria-current", "true");
    anchor.append(make("span", "q", question));
    const meta = make("span", "row-meta");
    meta.append(make("span", "secret", answer), make("span", "", `${size} vertices, depth ${depth}`));
    [...outcomes].forEach((letter, p) => {
      if (OUTCOMES[letter]) {
        const pill = make("span", `pip ${OUTCOMES[letter]}`, policies[p]);
        pill.title = `${policies[p]}: ${OUTCOMES[letter]}`;
        pill.append(make("span", "sr", `: ${OUTCOMES[letter]}`));
        meta.append(pill);
      }
    });
    if (!detail) meta.append(make("span", "", "row only"));
    anchor.append(meta);
    item.append(anchor);
    return item;
  };

  const showRows = () => {
    const pages = Math.max(1, Math.ceil(state.hits.length / PAGE));
    state.page = Math.min(Math.max(state.page, 0), pages - 1);
    const from = state.page * PAGE;
    rowsElement.replaceChildren(...state.hits.slice(from, from + PAGE).map(rowElement));
    rowsElement.start = from + 1;
    $("hits").textContent = state.hits.length === rows.length ? `${rows.length.toLocaleString("en")} tasks` : `${state.hits.length.toLocaleString("en")} of ${rows.length.toLocaleString("en")} tasks`;
    $("page-of").textContent = `${state.page + 1} of ${pages}`;
    $("prev").disabled = state.page === 0;
    $("next").disabled = state.page === pages - 1;
  };

  const filter = () => {
    const words = $("f-text").value.toLowerCase().split(/\s+/).filter(Boolean);
    const size = $("f-size").value;
    const outcome = $("f-outcome").value;
    const policy = Number(outcome.slice(0, -1));
    const detail = $("f-detail") !== null && $("f-detail").checked;
    state.hits = [];
    rows.forEach((row, i) => {
      if (size && String(row[3]) !== size) return;
      if (outcome && row[5][policy] !== outcome.slice(-1)) return;
      if (detail && !row[6]) return;
      if (words.every((word) => folded[i].includes(word))) state.hits.push(i);
    });
    state.page = 0;
    showRows();
  };

  const choose = (article, clue) => {
    for (const element of article.querySelectorAll("[data-clue]")) element.classList.toggle("lit", element.dataset.clue === clue);
    for (const element of article.querySelectorAll("[data-for]")) element.hidden = element.dataset.for !== clue;
    for (const element of article.querySelectorAll(".edge")) element.setAttribute("aria-pressed", String(element.dataset.clue === clue));
  };

  const open = (i, move) => {
    const article = $("reading");
    const template = $(`task-${i}`) || $("task-bare");
    const content = template.content.cloneNode(true);
    const fill = (slot, text) => {
      const element = content.querySelector(`[data-slot="${slot}"]`);
      if (element) element.textContent = text;
    };
    fill("id", rows[i][0]);
    fill("question", rows[i][1]);
    fill("answer", rows[i][2]);
    fill("meta", `${rows[i][0]}, ${rows[i][3]} vertices, depth ${rows[i][4]}`);
    article.replaceChildren(content);
    state.open = i;
    document.body.classList.add("has-open");
    const at = state.hits.indexOf(i);
    if (at >= 0) state.page = Math.floor(at / PAGE);
    showRows();
    if (move) {
      if (!wide.matches) article.scrollIntoView();
      else if (article.getBoundingClientRect().top < 0) article.scrollIntoView();
      article.focus({ preventScroll: true });
    }
  };

  const fromHash = (move) => {
    const match = /^#task=(.*)$/.exec(location.hash);
    const id = match ? decodeURIComponent(match[1]) : "";
    const i = match ? rows.findIndex((row) => row[0] === id) : -1;
    if (i >= 0) open(i, move);
    else if (location.hash === "#tasks") {
      document.body.classList.remove("has-open");
    }
  };

  const step = (by) => {
    const at = state.hits.indexOf(state.open);
    const next = at < 0 ? 0 : at + by;
    if (next >= 0 && next < state.hits.length) location.hash = link(state.hits[next]);
  };

  const answers = (shown) => {
    $("f-answers").checked = shown;
    document.body.classList.toggle("covered", !shown);
  };

  $("f-text").addEventListener("input", filter);
  for (const id of ["f-size", "f-outcome", "f-detail"]) if ($(id)) $(id).addEventListener("change", filter);
  $("f-answers").addEventListener("change", (event) => answers(event.target.checked));
  document.querySelector(".filters").addEventListener("submit", (event) => event.preventDefault());
  const turn = (by) => {
    state.page += by;
    showRows();
    rowsElement.scrollTop = 0;
  };
  $("prev").addEventListener("click", () => turn(-1));
  $("next").addEventListener("click", () => turn(1));

  const reading = $("reading");
  reading.addEventListener("click", (event) => {
    const show = event.target.closest("[data-show]");
    if (show) {
      event.preventDefault();
      const mark = reading.querySelector(`[data-mark-${show.dataset.show}]`);
      if (mark) mark.scrollIntoView({ block: "center" });
      return;
    }
    const clue = event.target.closest("[data-clue]");
    if (clue) choose(reading, clue.dataset.clue);
  });
  reading.addEventListener("focusin", (event) => {
    const edge = event.target.closest(".edge");
    if (edge) choose(reading, edge.dataset.clue);
  });
  reading.addEventListener("keydown", (event) => {
    const edge = event.target.closest(".edge");
    if (edge && (event.key === "Enter" || event.key === " ")) {
      event.preventDefault();
      choose(reading, edge.dataset.clue);
    }
  });
  const hover = (on) => (event) => {
    const element = event.target.closest("[data-clue]");
    if (!element) return;
    for (const same of reading.querySelectorAll(`[data-clue="${element.dataset.clue}"]`)) same.classList.toggle("near", on);
  };
  reading.addEventListener("mouseover", hover(true));
  reading.addEventListener("mouseout", hover(false));

  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest("input, select, textarea")) return;
    const act = { "/": () => $("f-text").focus(), j: () => step(1), k: () => step(-1), a: () => answers(document.body.classList.contains("covered")) }[event.key];
    if (act) {
      event.preventDefault();
      act();
    }
  });
  addEventListener("hashchange", () => fromHash(true));

  showRows();
  fromHash(true);
  if (state.open < 0 && wide.matches && rows.length) open(Math.max(0, rows.findIndex((row) => row[6])), false);
})();
