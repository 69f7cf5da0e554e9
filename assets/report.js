"use strict";
// Draws the page from the block of records. All text of a record goes in as text, never as HTML.
(() => {
const NOT_KNOWN = "not known";
const UNITS = {
  bytes: [[2 ** 40, "TiB"], [2 ** 30, "GiB"], [2 ** 20, "MiB"], [2 ** 10, "KiB"], [1, "B"]],
  hertz: [[1e6, "MHz"]],
  watts: [[1, "W"]],
  celsius: [[1, "°C"]],
  seconds: [[86400, "d"], [3600, "h"], [60, "min"], [1, "s"], [1e-3, "ms"], [1e-6, "us"]],
  bytes_per_second: [[1e12, "TB/s"], [1e9, "GB/s"], [1e6, "MB/s"], [1e3, "kB/s"], [1, "B/s"]],
  bits_per_second: [[1e9, "Gb/s"], [1e6, "Mb/s"], [1e3, "kb/s"], [1, "b/s"]],
  ratio: [[0.01, "%"]],
  joules: [[1e6, "MJ"], [1e3, "kJ"], [1, "J"]],
  flop_per_second: [[1e12, "TFLOP/s"], [1e9, "GFLOP/s"], [1, "FLOP/s"]],
};
const TITLES = {
  bytes: "Memory", hertz: "Clocks", watts: "Power", celsius: "Heat", seconds: "Time",
  bytes_per_second: "Bytes per second", bits_per_second: "Bits per second", ratio: "Shares",
  joules: "Energy", flop_per_second: "Arithmetic",
};
// NVML's bits of what holds a clock back; those of idle and of set clocks are no limit.
const LIMITS = [
  [0x4, "sw_power_cap", "power"], [0x8, "hw_slowdown", "hardware"],
  [0x20, "sw_thermal_slowdown", "heat"], [0x40, "hw_thermal_slowdown", "heat"],
  [0x80, "hw_power_brake", "power"],
];
const DASHES = [[], [7, 4], [2, 3]];
const charts = [];
const byId = (id) => document.getElementById(id);
const known = (value) => Number.isFinite(value);
const label = (index) => (index < 26 ? String.fromCharCode(65 + index) : `run ${index + 1}`);

// One record a line, so that each can be handed back byte for byte.
const runs = byId("records").textContent.trim().split("\n").slice(1, -1)
  .map((line) => line.replace(/,$/, ""))
  .map((text, index) => ({ index, text, label: label(index), record: JSON.parse(text) }));
const several = runs.length > 1;

// Numbers ---------------------------------------------------------------------------------------

/** The step of a unit in which numbers up to `most` read best: its factor and its word. */
function scale(unit, most) {
  const steps = UNITS[unit] || [[1, ""]];
  const least = (step) => step[0] * (unit === "seconds" && step[0] >= 60 ? 2 : 1);
  const [factor, word] = steps.find((step) => Math.abs(most) >= least(step)) ||
    (most === 0 && unit === "seconds" ? [1, "s"] : steps[steps.length - 1]);
  return { factor, word };
}

function numberText(value) {
  const size = Math.abs(value);
  if (size !== 0 && (size >= 1e7 || size < 0.01)) return String(Number(value.toPrecision(4)));
  return size >= 1000 || value === Math.floor(value) ? value.toFixed(0) : value.toFixed(size < 1 ? 3 : 1);
}

function valueText(value, unit) {
  if (!known(value)) return NOT_KNOWN;
  if (!UNITS[unit]) return String(Number(value.toPrecision(6)));
  const { factor, word } = scale(unit, value);
  return `${numberText(value / factor)} ${word}`;
}

/** The least and the most of what is known (of nothing: no numbers). */
function bounds(values) {
  let low = Infinity, high = -Infinity;
  for (const value of values) if (known(value)) { low = Math.min(low, value); high = Math.max(high, value); }
  return [low, high];
}

const most = (lists) => Math.max(0, ...lists.flatMap((list) => bounds(list).map(Math.abs)).filter(known));

function quantile(sorted, share) {
  const at = (sorted.length - 1) * share, low = Math.floor(at), high = Math.ceil(at);
  return sorted[low] + (sorted[high] - sorted[low]) * (at - low);
}

/** "273 GB/s" as 273e9; null where it is no rate above 0 of `what` ("B/s"). */
function rate(text, what) {
  const match = /^\s*([0-9.]+(?:e[+-]?[0-9]+)?)\s*([kMGTP]?)(B\/s|FLOP\/s)\s*$/i.exec(text || "");
  const prefix = match && { "": 1, k: 1e3, m: 1e6, g: 1e9, t: 1e12, p: 1e15 }[match[2].toLowerCase()];
  const value = match && match[3].toLowerCase() === what.toLowerCase() ? Number(match[1]) * prefix : NaN;
  return known(value) && value > 0 ? value : null;
}

// Elements --------------------------------------------------------------------------------------

function make(name, options = {}, ...children) {
  const out = document.createElement(name);
  for (const [key, value] of Object.entries(options)) {
    if (key === "class") out.className = value;
    else if (value !== null) out.setAttribute(key, value);
  }
  out.append(...children.filter((child) => child !== null));
  return out;
}

/** `numbers`: the columns that stand at the right, as numbers do. */
function table(head, rows, name, numbers = []) {
  const place = (index) => (numbers.includes(index) ? "number" : "");
  const cell = (content, index) => {
    if (content instanceof Node) return content;
    if (index === 0) return make("th", { scope: "row" }, content);
    return make("td", { class: `${place(index)}${content === NOT_KNOWN ? " unknown" : ""}` }, content);
  };
  const body = make("tbody", {}, ...rows.map((row) => make("tr", { class: row.differs ? "differs" : "" }, ...row.cells.map(cell))));
  const top = make("tr", {}, ...head.map((each, index) => make("th", { scope: "col", class: place(index) }, each)));
  return make("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": name },
    make("table", {}, make("thead", {}, top), body));
}

/** A part that opens; what is in it is made when it is first opened. */
function folded(words, content) {
  const out = make("details", {}, make("summary", {}, words));
  out.addEventListener("toggle", () => { if (out.children.length === 1) out.append(...content()); });
  return out;
}

function soft(text) { return make("p", { class: "soft" }, text); }

// Charts ----------------------------------------------------------------------------------------

const css = (name) => getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim();
const color = (index) => css(`c${index % 8}`);

/** At most `limit` points: the least and the most of each bucket, and a gap where it has one. */
function thinned(points, limit = 1600) {
  if (points.length <= limit) return points;
  const out = [], size = Math.ceil(points.length / (limit / 2));
  for (let begin = 0; begin < points.length; begin += size) {
    const part = points.slice(begin, begin + size), good = part.filter((point) => known(point.y));
    if (good.length < part.length) out.push({ x: part.find((point) => !known(point.y)).x, y: NaN });
    if (!good.length) continue;
    const low = good.reduce((a, b) => (b.y < a.y ? b : a)), high = good.reduce((a, b) => (b.y > a.y ? b : a));
    out.push(...(low === high ? [low] : [low, high]));
  }
  return out.sort((a, b) => a.x - b.x);
}

/** A dot only where a line would show nothing: between two gaps. */
function dots(points, radius) {
  const empty = (index) => !points[index] || !known(points[index].y);
  return points.map((_, index) => (empty(index - 1) && empty(index + 1) ? 3 : radius));
}

function axis(text, more = {}) {
  const callback = (value) => String(Number(value.toPrecision(6)));
  return {
    type: "linear", title: { display: true, text, color: () => css("text") }, grid: { color: () => css("grid"), borderColor: () => css("soft") },
    ...more, ticks: { color: () => css("text"), maxRotation: 0, callback, ...(more.ticks || {}) },
  };
}

/** A figure with a canvas, keys that hide a line, and the same as a table. */
function plot(parent, { title, words, height, config, keys, numbers }) {
  const canvas = make("canvas", { role: "img", "aria-label": `${title}: ${words}` });
  const room = make("div", { class: "plot" }, canvas);
  room.style.height = `${height}px`;
  const list = make("ul", { class: "keys" });
  parent.append(make("figure", {}, make("h3", {}, title), keys ? list : null, room, soft(words),
    numbers ? folded("the numbers as a table", numbers) : null));
  Chart.defaults.color = css("text");
  const chart = new Chart(canvas, {
    ...config,
    options: {
      animation: false, responsive: true, maintainAspectRatio: false, parsing: false, normalized: true,
      ...config.options, plugins: { legend: { display: false }, ...config.options.plugins },
    },
  });
  chart.height0 = height;
  charts.push(chart);
  if (keys) config.data.datasets.forEach((dataset, index) => list.append(key(dataset, () => toggle(chart, index))));
}

function toggle(chart, index) {
  chart.setDatasetVisibility(index, !chart.isDatasetVisible(index));
  chart.update();
  return chart.isDatasetVisible(index);
}

function key(dataset, change) {
  const swatch = make("span", { class: dataset.borderDash.length ? "swatch dashed" : "swatch" });
  swatch.style.borderTopColor = `var(--c${dataset.hue % 8})`;
  const button = make("button", { type: "button", "aria-pressed": "true" }, swatch, dataset.label);
  button.addEventListener("click", () => button.setAttribute("aria-pressed", String(change())));
  return make("li", {}, button);
}

/** What held a clock back: [{from, to, bits}], neighbours with the same bits joined. */
function limitSpans(record) {
  const series = record.series.find((each) => each.metric === "gpu.limits");
  const out = [];
  (series ? series.values : []).forEach((value, index) => {
    const mask = known(value) && value > 0 && value < 2 ** 31 ? LIMITS.reduce((sum, each) => sum | (value & each[0]), 0) : 0;
    const from = series.at[index], to = index + 1 < series.at.length ? series.at[index + 1] : from;
    const last = out[out.length - 1];
    if (mask && last && last.bits === mask && last.to === from) last.to = to;
    else if (mask) out.push({ from, to, bits: mask });
  });
  return out;
}

const limitWords = (bits) => LIMITS.filter((each) => bits & each[0]).map((each) => each[1]).join(" + ");
function limitKind(bits) {
  const kinds = LIMITS.filter((each) => bits & each[0]).map((each) => each[2]);
  return ["heat", "hardware", "power"].find((kind) => kinds.includes(kind));
}

/** Of one run over the whole height; of several as a strip for each run at the foot. */
function shading(spans) {
  const beforeDatasetsDraw = (chart) => {
    const { ctx, chartArea: area, scales: { x } } = chart;
    ctx.save();
    ctx.font = "11px sans-serif";
    spans.forEach((each, index) => each.forEach((span) => {
      const left = Math.max(x.getPixelForValue(span.from), area.left);
      const right = Math.max(Math.min(x.getPixelForValue(span.to), area.right), left + 1);
      const top = several ? area.bottom - 12 * (spans.length - index) : area.top;
      ctx.fillStyle = css(limitKind(span.bits));
      ctx.fillRect(left, top, right - left, several ? 11 : area.bottom - area.top);
      const words = several ? `${label(index)} ${limitKind(span.bits)}` : limitKind(span.bits);
      ctx.fillStyle = css("text");
      if (ctx.measureText(words).width + 6 < right - left) ctx.fillText(words, left + 3, top + (several ? 9.5 : 11));
    }));
    ctx.restore();
  };
  return { id: "shading", beforeDatasetsDraw };
}

function tooltip(word) {
  const text = (item) => `${item.dataset.label}: ${numberText(item.parsed.y)} ${word}`;
  return { callbacks: { title: (items) => (items.length ? `${numberText(items[0].parsed.x)} s` : ""), label: text } };
}

/** Room around the values, but none below a nought, or above a whole, that they do not cross. */
function limits(values, unit, factor) {
  const [low, high] = bounds(values), more = 0.05 * (high - low);
  return {
    grace: "5%", ...(low >= 0 && low - more <= 0 ? { min: 0 } : {}),
    ...(unit === "ratio" && high <= 1 && high + more > 1 ? { max: 1 / factor } : {}),
  };
}

/** Rows over all times of `lines`, at most 400. */
function timeTable(lines, unit, name) {
  const times = [...new Set(lines.flatMap((line) => line.series.at))].sort((a, b) => a - b);
  const step = Math.max(1, Math.ceil(times.length / 400));
  const maps = lines.map((line) => new Map(line.series.at.map((at, index) => [at, line.series.values[index]])));
  const rows = times.filter((_, index) => index % step === 0).map((at) => ({
    cells: [`${Number(at.toPrecision(6))} s`, ...maps.map((map) => (map.has(at) ? valueText(map.get(at), unit) : "–"))],
  }));
  const note = step > 1 ? soft(`one of ${step} rows; all ${times.length} are in the JSON below`) : null;
  return [note, table(["time", ...lines.map((line) => line.name)], rows, name, lines.map((_, index) => index + 1))].filter(Boolean);
}

function summary(line, unit) {
  const good = line.series.values.filter(known);
  const gaps = line.series.values.length - good.length;
  if (!good.length) return `${line.name}: ${NOT_KNOWN}`;
  const [from, to] = bounds(good).map((value) => valueText(value, unit));
  return `${line.name} ${from === to ? `${from} throughout` : `${from} to ${to}`}${gaps ? `, ${gaps} of ${line.series.values.length} not known` : ""}`;
}

function timePlot(parent, title, unit, lines, spans) {
  const shown = lines.filter((line) => line.series.values.some(known));
  const { factor, word } = scale(unit, most(shown.map((line) => line.series.values)));
  const datasets = shown.map((line) => {
    const points = thinned(line.series.at.map((at, i) => ({ x: at, y: known(line.series.values[i]) ? line.series.values[i] / factor : NaN })));
    return {
      // Dashes lie above a line, so that of two that are the same both are seen.
      label: line.name, data: points, run: line.run.index, hue: line.hue, borderDash: DASHES[line.dash % 3], order: -line.dash,
      borderColor: () => color(line.hue), backgroundColor: () => color(line.hue), borderWidth: 1.8,
      pointRadius: dots(points, points.length <= 40 ? 2.5 : 0), pointHitRadius: 6,
    };
  });
  const text = `${lines.map((line) => summary(line, unit)).join("; ")}.`;
  if (!shown.length) return parent.append(make("figure", {}, make("h3", {}, title), soft(text)));
  plot(parent, {
    title, words: text, height: 240, keys: !several && shown.length > 1, numbers: () => timeTable(lines, unit, title),
    config: {
      type: "line", data: { datasets }, plugins: [shading(spans)],
      options: {
        interaction: { mode: "nearest", axis: "x", intersect: false }, plugins: { tooltip: tooltip(word) },
        scales: { x: axis("seconds"), y: axis(word || "count", limits(shown.flatMap((line) => line.series.values), unit, factor)) },
      },
    },
  });
}

// Parts of the page -----------------------------------------------------------------------------

const TONES = [[/^(healthy|no.fault)/i, "good"], [/^(degraded|faulty|throttled|software|slower|invalid)/i, "bad"]];

function drawVerdict() {
  const room = make("div", { class: "runs" });
  for (const { record, label: name } of runs) {
    const verdict = record.params["result.verdict"], tone = TONES.find(([shape]) => shape.test(verdict || ""));
    const why = (record.params["result.verdict.why"] || "").split("\n").filter((line) => line.trim());
    // Medians first: the ends of each stand in the table below.
    const isEnd = (each) => /\.(lowest|highest)$/.test(each.name);
    const figures = record.results.filter((each) => known(each.value) && !isEnd(each)).slice(0, 6);
    room.append(make("article", { class: `run ${tone ? tone[1] : ""}` },
      make("h2", {}, `${several ? `${name}: ` : ""}${verdict || "no verdict is said in this record"}`),
      why.length ? make("ul", {}, ...why.map((line) => make("li", {}, line))) : verdict ? soft("No evidence is said with it.") : null,
      make("dl", { class: "figures" }, ...figures.map((each) => make("div", {},
        make("dt", {}, `${each.name}, ${each.evidence}`), make("dd", {}, valueText(each.value, each.unit))))),
      make("p", { class: "soft" }, make("code", {}, commandText(record))),
      soft(`${beginText(record)} · ${record.id} · gb10 ${record.version}`)));
  }
  byId("verdict").append(room);
  const names = runs.map((run) => commandText(run.record)).join(" | ");
  document.title = `gb10 report: ${names}`.slice(0, 120);
}

function commandText(record) {
  const quoted = (word) => (/^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`);
  return record.command.length ? record.command.map(quoted).join(" ") : "no command";
}

function beginText(record) {
  const date = new Date(record.begun / 1e6);
  return known(date.getTime()) ? `${date.toISOString().slice(0, 19).replace("T", " ")} UTC` : "begin not known";
}

/** Lines by the chart that they share: of one run by unit, of several by metric. */
function groups() {
  const out = new Map();
  for (const run of runs) {
    for (const series of run.record.series.filter((each) => each.metric !== "gpu.limits" && each.at.length)) {
      // Plain counts count different things: each has its own chart.
      const alone = several || !UNITS[series.unit];
      const name = alone ? `${series.unit} ${series.metric}` : series.unit;
      if (!out.has(name)) out.set(name, { unit: series.unit, title: alone ? series.metric : TITLES[series.unit], lines: [] });
      const lines = out.get(name).lines, hue = several ? run.index : lines.length;
      lines.push({ run, series, hue, dash: Math.floor(hue / 8) + (several ? run.index : 0), name: several ? run.label : series.metric });
    }
  }
  // Arithmetic first, plain counts last.
  const place = (group) => Object.keys(UNITS).indexOf(group.unit);
  return [...out.values()].sort((a, b) => place(b) - place(a));
}

function drawRunKeys(section) {
  const list = make("ul", { class: "keys keep-off-paper" });
  for (const run of runs) {
    const dataset = { label: `${run.label}: ${commandText(run.record)}`.slice(0, 80), hue: run.index, borderDash: DASHES[run.index % 3] };
    let shown = true;
    list.append(key(dataset, () => {
      shown = !shown;
      for (const chart of charts) {
        chart.data.datasets.forEach((each, index) => { if (each.run === run.index) chart.setDatasetVisibility(index, shown); });
        chart.update();
      }
      return shown;
    }));
  }
  section.append(list);
}

function drawLimits(section, spans) {
  const lines = runs.flatMap((run, index) => {
    const series = run.record.series.find((each) => each.metric === "gpu.limits"), name = several ? `${run.label}: ` : "";
    if (!series) return [`${name}what held the clock back was not recorded`];
    const gaps = series.values.filter((value) => !known(value)).length;
    const rest = gaps ? [`${name}for ${gaps} of ${series.values.length} readings it is not known what held the clock back`] : [];
    if (!spans[index].length) return [`${name}nothing held the clock back in the readings that are known`, ...rest];
    return [...spans[index].slice(0, 12).map((span) => `${name}held back by ${limitWords(span.bits)} from ${numberText(span.from)} to ${numberText(span.to)} s`),
      ...(spans[index].length > 12 ? [`${name}and ${spans[index].length - 12} times more`] : []), ...rest];
  });
  const kinds = [...new Set(spans.flat().map((span) => limitKind(span.bits)))];
  section.append(make("ul", { class: "keys" }, ...kinds.map((kind) => {
    const patch = make("span", { class: "patch" });
    patch.style.background = `var(--${kind})`;
    return make("li", { class: "soft" }, patch, `held back by ${kind === "hardware" ? "hardware slowdown" : kind}`);
  })));
  section.append(make("ul", { class: "soft" }, ...lines.map((line) => make("li", {}, line))));
}

function drawTimeline() {
  const section = byId("timeline"), spans = runs.map((run) => limitSpans(run.record)), all = groups();
  if (!all.length) return section.append(soft("No series is in this report."));
  if (several) drawRunKeys(section);
  drawLimits(section, spans);
  const room = make("div", { class: "plots" });
  section.append(room);
  for (const group of all) timePlot(room, group.title, group.unit, group.lines, spans);
}

/** What the roofline of a run needs, or in `missing` why there is none. */
function roof(run) {
  const { params, results } = run.record;
  const bandwidth = rate(params["result.ceiling.bandwidth"], "B/s"), compute = rate(params["result.ceiling.compute"], "FLOP/s");
  if (!bandwidth || !compute) return { run, missing: "its parameters have no ceiling of bandwidth and of arithmetic" };
  const points = results.filter((each) => each.name.endsWith(".intensity") && each.value > 0).flatMap((each) => {
    const name = each.name.slice(0, -".intensity".length);
    const speed = results.find((other) => other.unit === "flop_per_second" && (other.name === name || other.name.startsWith(`${name}.`)));
    return speed && speed.value > 0 ? [{ name, x: each.value, y: speed.value }] : [];
  }).sort((a, b) => a.x - b.x);
  return points.length ? { run, bandwidth, compute, points } : { run, missing: "no result has both an arithmetic intensity and a rate" };
}

function roofDatasets(roofs) {
  const all = roofs.flatMap((each) => [...each.points.map((point) => point.x), each.compute / each.bandwidth]);
  const from = Math.min(...all) / 4, to = Math.max(...all) * 4;
  return roofs.flatMap((each) => {
    const hue = each.run.index, name = several ? `${each.run.label}: ` : "", knee = each.compute / each.bandwidth;
    const common = { run: hue, hue, borderColor: () => color(hue), backgroundColor: () => color(hue), borderDash: DASHES[hue % 3], order: -hue };
    const line = [from, knee, to].map((x) => ({ x, y: Math.min(each.compute, x * each.bandwidth) / 1e12 }));
    return [{ ...common, label: `${name}ceiling`, data: line, showLine: true, pointRadius: 0, borderWidth: 2 },
      { ...common, label: `${name}cases`, data: each.points.map((point) => ({ ...point, y: point.y / 1e12 })), pointRadius: 6, pointStyle: ["circle", "rect", "triangle"][hue % 3] }];
  });
}

/** The name of each case beside its point; runs share their cases, so those of the first say it. */
function pointNames(points) {
  const afterDatasetsDraw = ({ ctx, chartArea, scales: { x, y } }) => {
    ctx.save();
    ctx.font = "12px sans-serif";
    ctx.fillStyle = css("text");
    for (const point of points) {
      const text = point.name.slice(0, 40), left = x.getPixelForValue(point.x) + 10;
      const fits = left + ctx.measureText(text).width < chartArea.right;
      ctx.textAlign = fits ? "left" : "right";
      ctx.fillText(text, fits ? left : left - 20, y.getPixelForValue(point.y / 1e12) + 16);
    }
    ctx.restore();
  };
  return { id: "pointNames", afterDatasetsDraw };
}

function drawRoofline() {
  const section = byId("roofline"), all = runs.map(roof), roofs = all.filter((each) => !each.missing);
  for (const each of all.filter((one) => one.missing)) section.append(soft(`Not drawn${several ? ` for ${each.run.label}` : ""}: ${each.missing}.`));
  if (!roofs.length) return;
  const share = (each, point) => valueText(point.y / Math.min(each.compute, point.x * each.bandwidth), "ratio");
  const words = roofs.flatMap((each) => each.points.map((point) =>
    `${several ? `${each.run.label} ` : ""}${point.name}: ${valueText(point.y, "flop_per_second")} at ${numberText(point.x)} FLOP per byte, ${share(each, point)} of its ceiling`));
  const rows = () => roofs.flatMap((each) => each.points.map((point) => ({
    cells: [`${several ? `${each.run.label} ` : ""}${point.name}`, numberText(point.x), valueText(point.y, "flop_per_second"), share(each, point)],
  })));
  const decade = { callback: (value) => (Math.abs(Math.log10(value) % 1) < 1e-9 ? String(Number(value.toPrecision(1))) : "") };
  const item = ({ raw, dataset }) => `${raw.name || dataset.label}: ${numberText(raw.y)} TFLOP/s at ${numberText(raw.x)} FLOP per byte`;
  plot(section, {
    title: "How much arithmetic each byte feeds", words: `${words.join("; ")}.`, height: 320, keys: !several,
    numbers: () => [table(["case", "FLOP per byte", "rate", "of its ceiling"], rows(), "roofline", [1, 2, 3])],
    config: {
      type: "scatter", data: { datasets: roofDatasets(roofs) }, plugins: [pointNames(roofs[0].points)],
      options: {
        plugins: { tooltip: { callbacks: { label: item } } },
        scales: { x: axis("FLOP per byte", { type: "logarithmic", ticks: decade }), y: axis("TFLOP/s", { type: "logarithmic", ticks: decade }) },
      },
    },
  });
}

/** The middle half as a box, the median as a line, all that was seen as whiskers. */
function boxes(rows) {
  const beforeDatasetsDraw = ({ ctx, scales: { x, y } }) => {
    ctx.save();
    rows.forEach((row, index) => {
      const [low, first, middle, third, high] = row.marks.map((mark) => x.getPixelForValue(mark));
      const center = y.getPixelForValue(index), half = 13;
      ctx.strokeStyle = css("text");
      ctx.fillStyle = css("grid");
      ctx.fillRect(first, center - half, third - first, 2 * half);
      ctx.strokeRect(first, center - half, third - first, 2 * half);
      for (const [a, b] of [[low, first], [third, high]]) {
        ctx.beginPath(); ctx.moveTo(a, center); ctx.lineTo(b, center); ctx.stroke();
      }
      ctx.lineWidth = 3;
      ctx.beginPath(); ctx.moveTo(middle, center - half); ctx.lineTo(middle, center + half); ctx.stroke();
      ctx.lineWidth = 1;
    });
    ctx.restore();
  };
  return { id: "boxes", beforeDatasetsDraw };
}

function blockRow(run, series, factor) {
  const sorted = series.values.filter(known).sort((a, b) => a - b);
  const marks = [0, 0.25, 0.5, 0.75, 1].map((share) => quantile(sorted, share));
  const [low, first, middle, third, high] = marks.map((mark) => valueText(mark, series.unit));
  return {
    run, series, marks: marks.map((mark) => mark / factor), points: sorted.map((value) => value / factor),
    cells: [run.label, String(sorted.length), low, first, middle, third, high],
    words: `${several ? `${run.label}: ` : ""}median ${middle} of ${sorted.length} blocks, middle half ${first} to ${third}, all ${low} to ${high}`,
  };
}

function blockPlot(parent, metric, unit, found) {
  const { factor, word } = scale(unit, most(found.map((each) => each.series.values)));
  const rows = found.map((each) => blockRow(each.run, each.series, factor));
  const datasets = rows.map((row, place) => ({
    label: row.run.label, run: row.run.index, hue: row.run.index, borderDash: [], backgroundColor: () => color(row.run.index), pointRadius: 4,
    data: row.points.map((x, index) => ({ x, y: place + (((index * 7) % 5) - 2) * 0.07 })),
  }));
  const ticks = { stepSize: 1, autoSkip: false, callback: (value) => (rows[value] && several ? rows[value].run.label : "") };
  plot(parent, {
    title: metric, words: `${rows.map((row) => row.words).join("; ")}.`, height: 70 + 52 * rows.length,
    numbers: () => [table(["run", "blocks", "least", "first quarter", "median", "third quarter", "most"], rows, metric, [1, 2, 3, 4, 5, 6])],
    config: {
      type: "scatter", data: { datasets }, plugins: [boxes(rows)],
      options: {
        plugins: { tooltip: { callbacks: { label: (item) => `${item.dataset.label}: ${numberText(item.parsed.x)} ${word}` } } },
        scales: { x: axis(word || "count", { grace: "5%" }), y: { ...axis("", { min: -0.6, max: rows.length - 0.4, reverse: true, ticks }), title: { display: false } } },
      },
    },
  });
}

function drawDistribution() {
  const section = byId("distribution"), room = make("div", { class: "plots" }), found = new Map();
  for (const run of runs) {
    for (const series of run.record.series.filter((each) => each.metric.endsWith(".block") && each.values.some(known))) {
      const name = `${series.unit} ${series.metric}`;
      if (!found.has(name)) found.set(name, []);
      found.get(name).push({ run, series });
    }
  }
  if (!found.size) return section.append(soft("Not drawn: no series is by block."));
  section.append(room);
  for (const each of found.values()) blockPlot(room, each[0].series.metric.slice(0, -".block".length), each[0].series.unit, each);
}

/** [name, [its value in each run, or undefined]] over all runs. */
function sideBySide(pairsOf) {
  const maps = runs.map((run) => new Map(pairsOf(run.record)));
  const names = [...new Set(maps.flatMap((map) => [...map.keys()]))];
  return names.map((name) => [name, maps.map((map) => map.get(name))]);
}

const runColumns = (one) => (several ? runs.map((run) => run.label) : one);

function drawResults() {
  const section = byId("results");
  const rows = sideBySide((record) => record.results.map((each) => [each.name, each])).map(([name, all]) => {
    const shown = (each) => (each ? valueText(each.value === null ? NaN : each.value, each.unit) : "–");
    if (!several) return { cells: [name, shown(all[0]), all[0].evidence, all[0].how] };
    return { cells: [name, ...all.map((each) => make("td", {}, shown(each), each ? make("small", {}, `${each.evidence}: ${each.how}`) : null))] };
  });
  section.append(rows.length ? table(["name", ...runColumns(["value", "evidence", "how"])], rows, "results", several ? [] : [1]) : soft("This report has no results."));
}

function factText(fact) {
  const value = fact.value;
  if (value === undefined || value === null) return `${NOT_KNOWN}: ${fact.why || fact.unknown || "no reason is said"}`;
  if (Array.isArray(value)) return value.join(", ") || "none";
  if (typeof value !== "object") return String(value);
  return value.version !== undefined ? value.version : valueText(value.quantity, value.unit);
}

function comparedRows(pairsOf) {
  return sideBySide(pairsOf).map(([name, all]) => ({
    cells: [name, ...all.map((each) => (each === undefined ? "–" : each))], differs: several && all.some((each) => each !== all[0]),
  }));
}

function drawFingerprint() {
  const section = byId("fingerprint"), verdicts = ["result.verdict", "result.verdict.why"];
  const rows = comparedRows((record) => [["gb10", record.version], ...Object.entries(record.params).filter(([name]) => !verdicts.includes(name))]);
  section.append(table(["parameter", ...runColumns(["value"])], rows, "fingerprint"));
  const facts = comparedRows((record) => Object.entries(record.machine).map(([name, fact]) => [name, factText(fact)]));
  if (!facts.length) return section.append(soft("No facts of the machine are in this report."));
  section.append(folded(`the machine: ${facts.length} facts`, () => [table(["fact", ...runColumns(["value"])], facts, "facts of the machine")]));
}

function drawNotes() {
  const notes = runs.flatMap((run) => run.record.notes.map((note) => make("li", {}, several ? `${run.label}: ${note}` : note)));
  byId("notes").append(notes.length ? make("ul", {}, ...notes) : soft("No notes."));
}

function drawData() {
  const section = byId("data");
  for (const run of runs) {
    const button = make("button", { type: "button" }, several ? `Download ${run.label} as JSON` : "Download as JSON");
    button.addEventListener("click", () => {
      const address = URL.createObjectURL(new Blob([run.text, "\n"], { type: "application/json" }));
      const name = run.record.id.replace(/[^\w-]+/g, "-").slice(0, 60) || "run";
      make("a", { href: address, download: `gb10-${several ? `${run.label}-`.replace(" ", "-") : ""}${name}.json` }).click();
      setTimeout(() => URL.revokeObjectURL(address), 10000);
    });
    section.append(button, " ");
  }
}

// Paper and light -------------------------------------------------------------------------------

function onPaper(yes) {
  document.documentElement.classList.toggle("printing", yes);
  for (const chart of charts) {
    chart.options.devicePixelRatio = yes ? 2 : undefined;
    if (yes) chart.resize(640, chart.height0);
    else chart.resize();
    chart.update();
  }
}

addEventListener("beforeprint", () => onPaper(true));
addEventListener("afterprint", () => onPaper(false));
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => charts.forEach((chart) => chart.update()));

// One part that cannot be drawn takes no other with it.
for (const draw of [drawVerdict, drawTimeline, drawRoofline, drawDistribution, drawResults, drawFingerprint, drawNotes, drawData]) {
  try {
    draw();
  } catch (error) {
    console.error(draw.name, error);
    byId("notes").append(soft(`A part of this page could not be drawn: ${error.message}`));
  }
}
})();
