import { leaveToWriter } from "../elements/composing.js";
import { h, plainButton, setChildren, setText, show, svg } from "../elements/dom.js";
import { keepRowFocus } from "../elements/row-focus.js";
import { createField } from "./fields.js";
import { goalsOf, metrics } from "./goals.js";
import { iconButton } from "./icon-button.js";
import { goalTargetMax } from "./limits.js";
import { wholeNumber } from "./typed.js";

/** @typedef {import("./context.js").Context} Context */
/** @typedef {import("./goals.js").Goal} Goal */
/** @typedef {import("./goals.js").Metric} Metric */

/** Of the ring, whose circle is 100 units long: its parts are percents. */
const radius = 50 / Math.PI;

/**
 * The goals of a year as rings, and the way to set, change and drop one. What is typed is kept on this device
 * until it is saved or given up, one form for each year.
 * @param {Context} context
 */
export function createGoals({ library, messages, deeds, today, drafts: { texts } }) {
  const { t } = messages;
  const list = h("ul", { class: "goals" });
  const setting = plainButton("button small", "goals.set", () => open(null));
  const form = createForm();
  let year = 0;
  /** @type {Goal[]} */
  let goals = [];
  /** @type {Metric|null} the goal that is being changed; null for a new one */
  let changing = null;
  let drawn = "";

  /** @param {Goal} goal */
  function row(goal) {
    const { metric, target, done } = goal;
    const words = t(`goal.${metric}`, { done: messages.number(Math.floor(done)), count: target });
    return h(
      "li",
      { class: "goal", "data-testid": `goal.${metric}` },
      ring(done / target),
      h(
        "div",
        { class: "goal-words" },
        h("p", null, words),
        h("p", { class: "quiet" }, paceWords(goal)),
      ),
      iconButton("edit", t("goal.change", { goal: words }), `goal.${metric}.change`, () => open(goal)),
    );
  }

  /** @param {Goal} goal */
  function paceWords({ target, done, ahead }) {
    if (done >= target) return t("goal.reached");
    if (ahead === 0) return t("goal.onPlan");
    const key = ahead === null ? "goal.left" : ahead > 0 ? "goal.ahead" : "goal.behind";
    return t(key, { number: messages.number(Math.abs(ahead ?? Math.ceil(target - done))) });
  }

  /** @param {number} share */
  function ring(share) {
    const circle = { cx: 20, cy: 20, r: radius, fill: "none" };
    const percent = Math.min(Math.floor(share * 100), 100);
    return h(
      "div",
      { class: "ring", "aria-hidden": "true" },
      svg(
        "svg",
        { viewBox: "0 0 40 40" },
        svg("circle", { ...circle, class: "ring-all" }),
        percent > 0 && svg("circle", {
          ...circle, class: "ring-done", "stroke-dasharray": `${percent} 100`,
          transform: "rotate(-90 20 20)",
        }),
      ),
      h("span", null, messages.percent(percent / 100)),
    );
  }

  /** @param {Goal|null} goal */
  function open(goal) {
    changing = goal?.metric ?? null;
    const free = metrics.filter((metric) => !goals.some((one) => one.metric === metric));
    form.open(goal ? [goal.metric] : free, goal?.target ?? null);
    show(setting, false);
  }

  const draft = () => `goal:${year}`;

  /** Goes on with what was begun about the year. */
  function resume() {
    const begun = writtenIn(texts.get(draft())?.text);
    if (!begun) return;
    // Another device may have set it, or dropped it, meanwhile.
    const goal = goals.find(({ metric }) => metric === begun.metric);
    changing = goal?.metric ?? null;
    const free = metrics.filter((metric) => !goals.some((one) => one.metric === metric));
    form.show(goal ? [goal.metric] : free, goal?.target ?? null);
    form.fill(begun);
  }

  function close() {
    form.close();
    draw();
  }

  function createForm() {
    const target = h("input", {
      type: "text", inputmode: "numeric", class: "field-input", autocomplete: "off", "data-testid": "goals.target",
    });
    const metric = h("select", { class: "field-input", "data-testid": "goals.metric" });
    const field = createField(t("goal.target"), target);
    const drop = plainButton("text-button danger", "goals.drop", remove, t("goal.drop"));
    const node = h(
      "form",
      { class: "inline-form", hidden: true, novalidate: true, onsubmit: submit, oninput: keep },
      field.node,
      createField(t("goal.metric"), metric).node,
      h(
        "div",
        { class: "form-actions" },
        drop,
        h("button", { type: "button", class: "button small", onclick: giveUp }, t("cancel")),
        h(
          "button",
          { type: "submit", class: "button small primary", "data-testid": "goals.save" },
          t("save"),
        ),
      ),
    );
    node.addEventListener("keydown", (event) => {
      event.stopPropagation();
      if (leaveToWriter(event) || event.key !== "Escape") return;
      // Nor does the sheet close by it.
      event.preventDefault();
      giveUp();
    });
    /** What stood in the fields before anything was typed. */
    let shown = "";

    const written = () => JSON.stringify({ metric: metric.value, target: target.value });

    function keep() {
      if (written() === shown) texts.drop(draft());
      else texts.keep(draft(), { text: written() });
    }

    function giveUp() {
      texts.drop(draft());
      back();
    }

    /** @param {Event} event */
    function submit(event) {
      event.preventDefault();
      const number = wholeNumber(target.value) ?? 0;
      const isSound = number >= 1 && number <= goalTargetMax;
      field.complain(isSound ? null : t("goal.bad", { max: goalTargetMax }));
      if (!isSound) return target.focus();
      const known = goals.find((one) => one.metric === changing)?.entity.id;
      void texts.saved(draft(), deeds.setGoal(year, /** @type {Metric} */ (metric.value), number, known));
      back();
    }

    function remove() {
      const goal = goals.find((one) => one.metric === changing);
      if (goal) deeds.removeGoal(goal.entity);
      giveUp();
    }

    /** The focus goes back to where it came from. */
    function back() {
      const opener = changing;
      close();
      const button = opener && list.querySelector(`[data-testid="goal.${opener}.change"]`);
      (button instanceof HTMLElement ? button : setting).focus();
    }

    return {
      node,
      /**
       * @param {readonly Metric[]} choices
       * @param {number|null} value
       */
      open(choices, value) {
        this.show(choices, value);
        target.focus();
      },
      /**
       * @param {readonly Metric[]} choices
       * @param {number|null} value
       */
      show(choices, value) {
        setChildren(metric, choices.map((one) => h("option", { value: one }, t(`goal.metric.${one}`))));
        target.value = value === null ? "" : String(value);
        field.complain(null);
        show(drop, value !== null);
        show(node, true);
        shown = written();
      },
      /** @param {{metric: string, target: string}} typed */
      fill(typed) {
        metric.value = typed.metric;
        target.value = typed.target;
      },
      close: () => show(node, false),
    };
  }

  function draw() {
    show(setting, form.node.hidden && goals.length < metrics.length);
    // Most of what is edited in a library changes none of it, and takes no button from under a finger.
    const wanted = JSON.stringify([year, goals.map(({ entity, ...goal }) => goal)]);
    if (drawn === wanted) return;
    drawn = wanted;
    keepRowFocus(list, () => setChildren(list, goals.map(row)), setting);
    show(list, goals.length > 0);
    setText(setting, t("goal.set", { year: String(year) }));
  }

  return {
    node: h("section", { class: "stats-goals", "aria-label": t("goal.title") }, list, setting, form.node),
    /**
     * @param {import("./statistics.js").Year} statistics
     * @param {number} number of the year
     */
    render(statistics, number) {
      const isOther = number !== year;
      if (isOther) form.close();
      year = number;
      goals = goalsOf(library.list("goal"), statistics, number, today());
      if (isOther) resume();
      draw();
    },
    isBegun: () => texts.get(draft()) !== undefined,
    isKept: () => texts.isWritten(draft()),
    givenUp: () => texts.drop(draft()),
  };
}

/**
 * What a draft holds; nothing where something else has written it, or nothing has.
 * @param {string|undefined} text
 * @returns {{metric: string, target: string}|null}
 */
function writtenIn(text) {
  try {
    const { metric, target } = JSON.parse(text ?? "");
    return metrics.includes(metric) && typeof target === "string" ? { metric, target } : null;
  } catch {
    return null;
  }
}
