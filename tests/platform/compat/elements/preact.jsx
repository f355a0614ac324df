/** @jsxImportSource preact */
import { renderToString } from "preact-render-to-string";

const List = ({ numbers }) => <ul class="n">{numbers.map(n => <li>{n}</li>)}</ul>;
export const page = () => renderToString(<List numbers={[1, 2]} />);
