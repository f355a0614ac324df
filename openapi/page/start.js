// Shows the document that lies beside the page. Without validatorUrl, Swagger UI would send its address to a service on the internet.
window.ui = SwaggerUIBundle({
  url: new URL("openapi.json", document.baseURI).href,
  dom_id: "#document",
  deepLinking: true,
  displayRequestDuration: true,
  validatorUrl: null,
  onComplete() {
    const title = window.ui.specSelectors.specJson().getIn(["info", "title"]);
    if (typeof title === "string") document.title = title;
  },
});
