/** @jsxRuntime classic @jsx h @jsxFrag Fragment */
import { Fragment, h } from "preact";
import { renderToString } from "preact-render-to-string";

export const page = () => renderToString(<><b>1</b><i>2</i></>);
