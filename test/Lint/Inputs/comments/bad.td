// Those of a comment.
def Bad : Pass<"bad"> {
  let summary = "The summary is fine";
  let description = [{
    The first line of a description is fine, too. Whether
    the second sentence is, is another question.
  }];
  let options = [
    Option<"count", "count", "unsigned", "0",
           "How many there are, said in "
           "two strings">
  ];
}
