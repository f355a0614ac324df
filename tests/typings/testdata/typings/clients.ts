// Clients of other services.

import { Autowired, HttpClient, HttpClientError, Qualifier, Service } from "fwrun";

interface Invoice { total: number; }

@Service
export class Invoices {
  @Autowired @Qualifier("billing-client") billing: HttpClient;

  find(id: int): Promise<Invoice> {
    return this.billing.get(`/invoices/${id}`, { query: { full: true, tags: ["a"] }, timeout: "5s", retry: { max: 2 } }).json<Invoice>();
  }
  async pay(id: int): Promise<number | null> {
    try {
      const response: Response = await this.billing.post(new URL(`https://example.com/${id}`), { json: { id }, retry: false });
      return response.status;
    } catch (error) {
      return error instanceof HttpClientError ? error.status + error.body.length : null;
    }
  }
}

export function wrong(client: HttpClient) {
  new HttpClient(); // error: is private
  client.get("/x", { qurey: {} }); // error: 'qurey' does not exist
  client.get(7); // error: not assignable to parameter of type
  client.get("/x", { retry: true }); // error: Type 'true' is not assignable
  const text: string = client.get("/x").json(); // error: is not assignable to type 'string'
  return text;
}
