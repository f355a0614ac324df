// What the modules of the page import: preact, its hooks, and html, which makes elements of templates.
import { Fragment, createContext, createElement, render } from "preact";
import { useCallback, useContext, useEffect, useLayoutEffect, useMemo, useReducer, useRef, useState } from "preact/hooks";
import htm from "htm";

const html = htm.bind(createElement);

export { Fragment, createContext, createElement, html, render };
export { useCallback, useContext, useEffect, useLayoutEffect, useMemo, useReducer, useRef, useState };
