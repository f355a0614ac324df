import { useState } from "react";
import { renderToString } from "react-dom/server";

const Item = ({ n }: { n: number }) => <><li>{n}</li></>;
const List = () => {
	const [numbers] = useState([1, 2]);
	return <ul title="<">{numbers.map(n => <Item key={n} n={n} />)}</ul>;
};
export const page = (): string => renderToString(<List />);
