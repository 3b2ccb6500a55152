// [data-same]: a piece that comes empty stays as the page has it. (htmx asks extensions only.)

htmx.registerExtension("same", {
  htmx_before_morph_node: (_, { newNode }) => newNode.dataset?.same === undefined,
});
