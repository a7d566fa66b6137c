# pip install said in a comment
python3 -m pip install --require-hashes -r some.txt
python3 -m pip install -r some.txt
