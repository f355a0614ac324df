/** @jsxImportSource hono/jsx */
const Item = ({ text }: { text: string }) => <li>{text}</li>;
export const page = async (): Promise<string> => String(await <ul><Item text="<" /></ul>);
