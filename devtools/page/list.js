// VirtualList shows a list of any length: only the rows that can be seen are elements.
import { html, useEffect, useLayoutEffect, useRef, useState } from "./vendor/preact.js";

const spare = 8; // rows above and below those that can be seen

/**
 * items are the entries, height the height of a row in pixels, row(item, index) its content, which must not contain links or buttons.
 * Optional: label, which names the list to those who cannot see it; idOf(item), by which rows are recognised; selected, an id;
 * onSelect(item, index), called by clicks, Enter, and arrows; empty, what is shown instead of no rows; classOf(item), of the row;
 * follow, whether it stays at the end while rows are added there.
 */
export function VirtualList({ items, height, row, label = "list", idOf = (item, index) => item.id ?? index, selected, onSelect, empty, classOf, follow }) {
  const box = useRef(null);
  const [view, setView] = useState({ top: 0, size: 600 });
  const atEnd = useRef(true);
  const at = selected == null ? -1 : items.findIndex((item, index) => idOf(item, index) === selected);

  useEffect(() => {
    const measure = () => box.current && setView((v) => ({ ...v, size: box.current.clientHeight }));
    const observer = new ResizeObserver(measure);
    observer.observe(box.current);
    return () => observer.disconnect();
  }, []);

  useLayoutEffect(() => {
    if (follow && atEnd.current && box.current) box.current.scrollTop = box.current.scrollHeight;
  }, [items, follow]);

  const scrolled = () => {
    const { scrollTop, clientHeight, scrollHeight } = box.current;
    atEnd.current = scrollTop + clientHeight >= scrollHeight - height;
    setView((v) => (Math.floor(v.top / height) === Math.floor(scrollTop / height) ? v : { ...v, top: scrollTop }));
  };

  const reveal = (index) => {
    const top = index * height, element = box.current;
    if (top < element.scrollTop) element.scrollTop = top;
    else if (top + height > element.scrollTop + element.clientHeight) element.scrollTop = top + height - element.clientHeight;
  };

  const choose = (index) => {
    if (index < 0 || index >= items.length) return;
    reveal(index);
    onSelect?.(items[index], index);
  };

  const pressed = (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const page = Math.max(1, Math.floor(view.size / height) - 1);
    const to = {
      ArrowDown: Math.min(at + 1, items.length - 1), ArrowUp: Math.max(at - 1, 0), PageDown: Math.min(at + page, items.length - 1),
      PageUp: Math.max(at - page, 0), Home: 0, End: items.length - 1, Enter: Math.max(at, 0),
    }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    choose(to);
  };

  const from = Math.max(0, Math.floor(view.top / height) - spare);
  const to = Math.min(items.length, Math.ceil((view.top + view.size) / height) + spare);
  const rows = [];
  for (let i = from; i < to; i++) {
    const item = items[i], id = idOf(item, i);
    rows.push(html`<div key=${id} id=${`row-${id}`} role="option" aria-selected=${i === at} aria-setsize=${items.length} aria-posinset=${i + 1}
      class=${`row ${i === at ? "selected" : ""} ${classOf?.(item) ?? ""}`} style=${{ top: `${i * height}px`, height: `${height}px` }}
      onClick=${() => choose(i)}>${row(item, i)}</div>`);
  }
  return html`<div class="list" ref=${box} role="listbox" tabindex="0" aria-label=${label} onScroll=${scrolled} onKeyDown=${pressed}
    aria-activedescendant=${at >= from && at < to ? `row-${selected}` : undefined}>
    ${items.length === 0 ? html`<div class="empty" role="option" aria-selected="false" aria-disabled="true">${empty ?? "nothing here yet"}</div>` : null}
    <div class="rows" role="presentation" style=${{ height: `${items.length * height}px` }}>${rows}</div>
  </div>`;
}
